"""A simulated person at the one button: knows what to answer, and presses when it is counted."""

from __future__ import annotations

from typing import TypeGuard

from narrator.core.answers import NOBODY, SILENT, YES, Answer, Leave, Seats, Text, Tie, seat
from narrator.core.effects import Ask
from narrator.inbox.entry import Pressed
from narrator.session.announcements import CONFIRM
from narrator.session.counting import Counting
from narrator.session.presses import Sign

REACTION = 0.2
"""Seconds from the end of an item's words to the press at it."""


class VirtualButton:
    """The one button of a virtual table.

    By day a press begins the count, and what was understood is confirmed by another press at yes. What no count has,
    such as silence, needs no press.
    """

    def __init__(self, counting: Counting) -> None:
        self._counting = counting
        self._wanted: list[list[object]] = []
        self._begins: float | None = None
        self._pressed = False  # all that is wanted in the count under way

    @staticmethod
    def gives(answer: object) -> TypeGuard[Answer]:
        """Whether this is for a button to answer: a text is typed, and who leaves says so."""
        return isinstance(answer, Answer) and not isinstance(answer, Leave | Text)

    def confirm(self, ask: Ask) -> bool:
        """Take in that a question is open; whether it only wants a yes to what was pressed before."""
        self._wanted, self._begins, self._pressed = [], None, False
        if ask.question == CONFIRM:
            self._wanted = [[YES]]
        return ask.question == CONFIRM

    def want(self, ask: Ask, answer: Answer, at: float) -> None:
        """Want this answer to the open question; by day a press at this time of the clock begins the count."""
        self._wanted = _stages(answer)
        self._begins = at if ask.public else None

    def press(self, now: float) -> tuple[float, Pressed] | None:
        """Return the next press with its time, as far as somebody knows it at this time of the clock."""
        if self._begins is not None:
            at, self._begins = max(now, self._begins), None
            return at, Pressed(None)
        item = self._counting.at(now + REACTION)
        if item is None:
            self._pressed = False
        if self._pressed or not self._wanted or item not in self._wanted[0]:
            return None
        self._wanted[0].remove(item)
        if not self._wanted[0]:
            self._wanted.pop(0)
            self._pressed = True
        return now + REACTION, Pressed(item)


def _stages(answer: Answer) -> list[list[object]]:
    """Return the items to be pressed: those of one count together."""
    match answer:
        case Seats(seats=seats):
            return [[*map(seat, seats)]]
        case Tie(seats=seats, clear=clear):
            tied: list[object] = [*map(seat, seats)]
            return [[Sign.TIE], tied, [NOBODY if clear is None else seat(clear)]]
        case _:
            return [] if answer is SILENT else [[answer]]
