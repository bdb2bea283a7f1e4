"""One light as a private screen: switched on and off, to blink what is shown or to be on while that is counted aloud.

A blink is a no, two are a yes; a seat blinks as often as its number says; nobody does not blink at all. At one table
every number takes equally long. The light is switched in a thread of its own: whoever tells it something does not wait.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from narrator.rules.core.answers import NO, NOBODY, YES, Answer, Card, Seats, Token, seat
from narrator.rules.core.effects import Audience, Form, Terms
from narrator.table.inbox.moment import Moment

BLINKED = {NOBODY: 0, NO: 1, YES: 2}
"""How often a word blinks."""


def items(word: Token | None, args: Terms) -> tuple[Answer, ...]:
    """Return the items that a private line shows; none where it shows something else.

    Where it says one `word`, that is the news. Where it names a card, it is the card: the seat beside it was chosen by
    the one who looks.
    """
    if word is not None:
        return (word,)
    cards: list[Answer] = []
    seats: list[Answer] = []
    for _, term in args:
        match term.form, term.value:
            case Form.CARD, str(card):
                cards.append(Card(card))
            case Form.HAND, tuple(hand):
                cards += [Card(str(counted[0])) for counted in hand if isinstance(counted, tuple)]
            case Form.SEAT, int(number):
                seats.append(seat(number))
            case Form.SEAT, tuple(numbers):
                seats += [seat(number) for number in numbers if isinstance(number, int)]
    return tuple(cards or seats)


def blinks(shown: tuple[Answer, ...]) -> int | None:
    """Return how often these items blink; None where they are no number."""
    match shown:
        case (Seats(seats=(number,)),):
            return number
        case (Token() as word,) if word in BLINKED:
            return BLINKED[word]
        case _:
            return None


LEAD = 0.6
"""Seconds before the first blink: a hand closes over the light."""

ON, OFF = 0.2, 0.2
"""Seconds that a blink is lit, and dark."""

GROUP, REST = 5, 0.4
"""After so many blinks there is a longer dark: what is counted in fives is not miscounted."""


@cache
def places(most: int) -> tuple[tuple[float, float], ...]:
    """Return from when to when each of so many blinks is lit, in seconds from the beginning."""
    begins = (LEAD + place * (ON + OFF) + place // GROUP * REST for place in range(most))
    return tuple((begin, begin + ON) for begin in begins)


@dataclass(frozen=True, slots=True)
class Blinks:
    """So many blinks out of as many as there may be: what is not lit takes its time all the same.

    Raises:
        ValueError: there are more than there may be, or fewer than none.
    """

    count: int
    most: int

    def __post_init__(self) -> None:
        if not 0 <= self.count <= self.most:
            raise ValueError(f"{self.count} blinks of {self.most}")

    @property
    def seconds(self) -> float:
        """Return how long all of it takes: a function of `most` alone."""
        return places(self.most)[-1][1] + OFF if self.most else LEAD

    def lit(self, at: float) -> bool:
        """Whether the light is on so many seconds after the beginning."""
        return any(begin <= at < end for begin, end in places(self.most)[: self.count])

    def next(self, at: float) -> float | None:
        """Return the next time at which the light is switched, also from dark to dark; None where all is over.

        It is a function of `most` alone: what can be measured of switching tells nothing.
        """
        times = (time for place in places(self.most) for time in place)
        return next((time for time in times if time > at), None)


CALL = 1.0
"""Seconds that the light is on at a call: for every one the same, long enough to be told from a blink."""


class Lamp(Protocol):
    """What shines."""

    def set(self, on: bool) -> None: ...


class TableLight:
    """The light of a table of so many players. `now` is a clock in seconds.

    Where it is `blinking`, seats and words blink; without, and always for cards, it is on while what is shown is
    counted. What does not blink takes as long, in the dark, as what does.
    """

    def __init__(self, lamp: Lamp, now: Callable[[], float], players: int, *, blinking: bool) -> None:
        self._lamp = lamp
        self._now = now
        self._players = players
        self._blinking = blinking
        self._changed = threading.Condition()
        self._changes = 0
        self._shown: tuple[object, ...] = ()
        self._item: object | None = None
        self._blinks: tuple[float, Blinks] | None = None
        self._called, self._named = -CALL, ""
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def seconds(self) -> float:
        return Blinks(0, self._players).seconds if self._blinking else 0.0

    def show(self, to: Audience, word: Token | None, args: Terms) -> None:  # noqa: ARG002 - his hand is over it
        shown = items(word, args)
        count = blinks(shown)
        with self._changed:
            self._shown = (*self._shown, *shown)
            if self._blinking:
                legible = count if count is not None and count <= self._players else 0
                self._blinks = self._now(), Blinks(legible, self._players)
            self._tell()

    def item(self, item: object | None) -> None:
        with self._changed:
            self._item = item
            self._tell()

    def call(self) -> None:
        """Shine, for whoever cannot hear that somebody is called; nothing that is shown cuts that short."""
        with self._changed:
            self._called = self._now()
            self._tell()

    def moment(self, moment: Moment) -> None:
        """Shine whenever somebody is called."""
        before, self._named = self._named, moment.call
        if moment.call and moment.call != before:
            self.call()

    def dark(self) -> None:
        with self._changed:
            self._shown, self._blinks = (), None
            self._tell()

    def start(self) -> None:
        """Switch the lamp in a thread, until it is closed."""
        self._thread = threading.Thread(target=self._switch, name="light", daemon=True)
        self._thread.start()

    def step(self) -> float | None:
        """Switch the lamp as it is to be now; return in how many seconds that may change, None: when it is told."""
        with self._changed:
            lit, seconds = self._state()
        self._lamp.set(lit)
        return seconds

    def close(self) -> None:
        with self._changed:
            self._closed = True
            self._tell()
        if self._thread is not None:
            self._thread.join()
        self._lamp.set(False)

    def _tell(self) -> None:
        self._changes += 1
        self._changed.notify()

    def _state(self) -> tuple[bool, float | None]:
        now = self._now()
        called = self._called + CALL - now
        lit = called > 0 or (self._item is not None and self._item in self._shown)
        changes = [called] if called > 0 else []
        if self._blinks is not None:
            began, blinks = self._blinks
            lit = lit or blinks.lit(now - began)
            if (following := blinks.next(now - began)) is not None:
                changes.append(began + following - now)
        return lit, min(changes, default=None)

    def _switch(self) -> None:
        while True:
            with self._changed:
                changes = self._changes
                if self._closed:
                    return
            seconds = self.step()
            with self._changed:
                if self._changes == changes:
                    self._changed.wait(seconds)
