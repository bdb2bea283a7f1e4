"""The line that is being typed on one device: keyboard, pad, or a screen with its keys.

A line belongs to the slot of its first key. Once that slot is over, it is void, as if it never had been typed: what was
keyed in secret changes nothing that a key does in public.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from narrator.inbox.moment import Moment

LONGEST = 400
"""The most letters of a line: a sleeve on the keys fills no memory."""


class Typed(NamedTuple):
    """A line that was ended, and the moment at which it was."""

    text: str
    moment: Moment


class TypedLine:
    """What is half typed. `moment` returns the present one; `shown`: whoever is called sees the line once he looks."""

    def __init__(self, moment: Callable[[], Moment], *, shown: bool = False) -> None:
        self._moment = moment
        self._shown = shown
        self._keys = ""
        self._begun = moment()

    @property
    def text(self) -> str:
        """Return what is half typed and belongs to the present slot."""
        return self._keys if self._begun.slot == self._moment().slot else ""

    @property
    def echo(self) -> str:
        """Return what of it all may see."""
        return self.text if self._moment().echoed else ""

    def type(self, text: str) -> None:
        moment = self._moment()
        if not self._keys or self._begun.slot != moment.slot:
            self._keys, self._begun = "", moment
        self._keys = (self._keys + text)[:LONGEST]

    def erase(self) -> None:
        self._keys = self.text[:-1]

    def forget(self) -> None:
        self._keys = ""

    def enter(self) -> Typed | None:
        """End the line; None where Enter means nothing.

        Where the called one is to see it before it counts, it stands until his window is open. By day the Enter of a
        line that is void may still come, and belongs to it; but not after eyes were closed.
        """
        moment, keys, begun = self._moment(), self._keys, self._begun
        if self._shown and moment.calling and not moment.paused:
            return None
        self._keys = ""
        if not keys or begun.slot == moment.slot:
            return Typed(keys, moment)
        return None if moment.seen_since(begun) and not moment.paused else Typed("", moment)
