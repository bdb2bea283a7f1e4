"""`narrator voices fetch` and `models fetch`: what is about to come, its licence, and progress bars."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from narrator.base.closing import Closing
from narrator.base.downloads.manifest import Download, ManifestError, megabytes
from narrator.base.downloads.store import MODELS, VOICES, DownloadStore, UnknownDownloadError
from narrator.base.downloads.transfer import DownloadError
from narrator.base.resources import PIP, chosen_language, installed_version
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.evening.app.interruption import INTERRUPTED
from narrator.screens.clean_text import clean, raw

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar


_TENTHS = 10


def fetch_voice(name: str) -> int:
    """Fetch a voice of Piper, and say what else it takes to hear it; return the status.

    Raises:
        UserError: there is none of that name, or it cannot be had.
    """
    status = fetch(VOICES, name)
    if status == 0 and not installed_version("piper-tts"):
        print(to_user("fetch.piper", pip=PIP))
    return status


def fetch(store: DownloadStore, name: str, source: Path | None = None) -> int:
    """Fetch one download of a kind, or take it from a folder, telling how it goes; return the status.

    Raises:
        UserError: there is none of that name, or it cannot be had.
    """
    try:
        download = store.named(name)
        if (here := store.installed(name)) and not store.faults(name):
            print(to_user("fetch.here", name=name, place=here))
            return 0
        introduce(download)
        with Progress() as progress:
            here = store.fetch(name, progress, source=source)
    except UnknownDownloadError:
        names = ", ".join(known.name for known in store.known())
        raise UserError(to_user("fetch.unknown", name=name, names=names)) from None
    except (ManifestError, DownloadError) as error:
        raise UserError(f"{name}: {error}") from error
    except KeyboardInterrupt:
        print("\n" + to_user("fetch.stopped", name=name), file=sys.stderr)
        return INTERRUPTED
    print(to_user("fetch.ready", name=name, place=here))
    return 0


def introduce(download: Download) -> None:
    """Say what is about to come, under which licence, and what of it nothing proves."""
    about, note = download.described(chosen_language())
    print(f"{download.name}: {about}; {megabytes(download.size)}")
    print(to_user("fetch.licence", licence=download.licence, source=download.source))
    for caution in (*download.cautions(), note):
        if caution:
            print(caution)


class Progress(Closing):
    """How far a file is: a bar on a terminal, elsewhere a line each tenth."""

    def __init__(self) -> None:
        self._bars = ExitStack()
        self._bar: ProgressBar[int] | None = None
        self._name = ""
        self._tenths = 0

    def close(self) -> None:
        self._bars.close()

    def __call__(self, name: str, came: int, limit: int) -> None:
        """Tell that a file of at most `limit` bytes has so many by now."""
        if name != self._name:
            self._begin(name, came, limit)
        if self._bar is not None:
            self._bar.update(came - self._bar.pos)
        elif (tenths := came * _TENTHS // max(1, limit)) > self._tenths:
            self._tenths = tenths
            print(to_user("fetch.part", name=name, part=tenths * 10, size=megabytes(limit)), flush=True)

    def _begin(self, name: str, came: int, limit: int) -> None:
        self._bars.close()
        self._name, self._tenths, self._bar = name, came * _TENTHS // max(1, limit), None
        if sys.stdout.isatty():
            bar = click.progressbar(length=limit, label=clean(name), file=raw(sys.stdout))
            self._bar = self._bars.enter_context(bar)


def fetch_model(name: str | None, language: str, source: str | None = None) -> int:
    """Fetch a model by its name, or the first one for a language; `source` is a folder that has it already.

    Raises:
        UserError: there is none, or it cannot be had.
    """
    wanted = name or next((model.name for model in MODELS.known() if model.language == language), None)
    if wanted is None:
        raise UserError(to_user("models.no_language", language=language))
    return fetch(MODELS, wanted, None if source is None else Path(source))


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
