"""What counts only together with another entry: an answer of several presses, a departure that is entered twice.

And what is said only once to many: why they do not count.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from enum import Enum

from narrator.rules.core.answers import DONE, SILENT, Answer, Card, Choices, Diamonds, Kind, Leave, Number, Seats, seat
from narrator.table.inbox.entry import Entry, Reply


class Sign(Enum):
    """What can be counted besides answers."""

    TIE = "tie"


def items_of(choices: Choices) -> tuple[object, ...]:
    """Return what is counted for a public question: all that answers it, to go on first."""
    first = [word for word in choices.words if word is DONE]
    numbers: Iterable[object] = ()
    if choices.kind in (Kind.NUMBER, Kind.TAKE):
        least, most = choices.numbers
        counted = Number if choices.kind is Kind.NUMBER else Diamonds
        numbers = map(counted, range(least, most + 1))
    words = (word for word in choices.words if word not in (DONE, SILENT))
    ties = [Sign.TIE] if choices.ties and len(choices.seats) > 1 else []
    return (*first, *map(seat, choices.seats), *map(Card, choices.cards), *numbers, *words, *ties)


class Presses:
    """What was pressed for one question.

    A seat joins those before it; of too many the one that was pressed longest ago is dropped, so that of one seat the
    last press counts. Anything else stands alone. What is not legal changes nothing.
    """

    def __init__(self, choices: Choices) -> None:
        self._choices = choices
        self._seats: tuple[int, ...] = ()

    def press(self, item: object) -> Answer | None:
        """Take a press; return the answer that stands now, None where there is none to be made of it."""
        match item:
            case Seats(seats=(number,)):
                if number not in self._choices.seats:
                    return None
                before = (other for other in self._seats if other != number)
                self._seats = (*before, number)[-self._choices.count[1] :]
                return self.answer
            case None | Sign():
                return None
            case _ if isinstance(item, Answer) and self._choices.refusal(item) is None:
                self._seats = ()
                return item
            case _:
                return None

    @property
    def answer(self) -> Seats | None:
        """Return the seats that were pressed, where they are as many as the question asks for."""
        return Seats(self._seats) if len(self._seats) >= max(1, self._choices.count[0]) else None

    def clear(self) -> bool:
        """Forget all presses; return whether there were any."""
        had, self._seats = bool(self._seats), ()
        return had


class DepartureCheck:
    """Remembers a departure that was entered once, until anything else is entered."""

    def __init__(self) -> None:
        self._once: Leave | None = None

    def first(self, entry: Entry, living: Container[int]) -> Leave | None:
        """Return the departure that must be entered again before it counts; None for every other entry.

        A departure counts at once where the entry is certain. One of nobody who lives never counts.
        """
        before, self._once = self._once, None
        match entry:
            case Reply(answer=Leave() as leave, certain=False) if leave != before and leave.seat in living:
                self._once = leave
        return self._once

    def forget(self) -> None:
        self._once = None


CALM = 1.0
"""Seconds without a wrong entry after which the next one is told again what the one before was told."""


class Repetition:
    """Remembers what was said to an entry: a sleeve that lies on the keys is told once, and loses nobody an answer."""

    def __init__(self) -> None:
        self._said: object = None
        self._until = 0.0

    def fresh(self, said: object, at: float) -> bool:
        """Take in what there is to say at this time; False where it was said last, and there was no calm since."""
        fresh = said != self._said or at >= self._until
        self._said, self._until = said, at + CALM
        return fresh

    def forget(self) -> None:
        self._said = None
