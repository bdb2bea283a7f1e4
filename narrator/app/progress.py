"""A progress bar: drawn on a terminal, two lines elsewhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from narrator.ui.clean_text import clean, raw

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


class Bar:
    """Call it with how many are done and how many there are; with nothing to do, nothing is shown."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._bar: ProgressBar[int] | None = None
        self._total = 0

    def __call__(self, done: int, total: int) -> None:
        """Show how many are done; a new total begins a new bar."""
        if not total:
            return
        if self._bar is None or total != self._total:
            self._total = total
            self._bar = click.progressbar(length=total, label=clean(self._label), file=raw(sys.stderr))
            self._bar.render_progress()
        self._bar.update(done - self._bar.pos)
        if done == total:
            self._bar.render_finish()
            self._bar = None
