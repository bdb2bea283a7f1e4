"""Counting aloud: items are named in turn; a press takes the one just named, or a hidden light shows which is meant.

The narrator counts in an even rhythm, twice, whatever is pressed; so a night is as long as what everybody knows makes
it. Nobody can leave the game by a button, and nobody can lead by it alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from narrator.core.answers import Card
from narrator.core.effects import Count, Purpose, Say
from narrator.inbox.clock import Clock

LAG = 0.1
"""Seconds from a word's beginning to the ear: until then, what was said before is what is being heard."""


class Scope(Enum):
    """Which slots of a window are counted: what the equipment cannot do otherwise."""

    ALL = "one button and a light: whatever is chosen or shown"
    CHOSEN = "one button alone: whatever is chosen; nothing can be shown"
    CARDS_SHOWN = "a keypad and a light: the cards that are shown"


@dataclass(frozen=True, slots=True)
class Stroke:
    """One beat of a count, at a game time: an item and the line that says it; without either, a count is over."""

    at: float
    item: object | None = None
    say: Say | None = None


class Counting:
    """What is being counted at one table.

    `current` may be read from any thread; all else is done by the thread that leads the game.
    """

    def __init__(self, clock: Clock, scope: Scope = Scope.ALL) -> None:
        self._clock = clock
        self._scope = scope
        self._strokes: deque[Stroke] = deque()
        self._heard: tuple[float, object | None, object | None] = (0.0, None, None)

    @property
    def introduction(self) -> tuple[Say, ...]:
        """Return what is to be said of it before a game: how the button is used, and what it cannot do."""
        return () if self._scope is Scope.CARDS_SHOWN else (Say(line="count.how"),)

    @property
    def current(self) -> object | None:
        """Return the item that is being heard; None where there is none."""
        return self.at(self._clock.now())

    def at(self, time: float) -> object | None:
        """Return the item that is heard at a time of the clock since the last item but one was begun."""
        began, item, before = self._heard
        return item if time >= began + LAG else before

    def hear(self, item: object | None) -> None:
        """Take in that this item begins to be said; None: that a count begins or is over."""
        self._heard = (self._clock.now(), item, self._heard[1])

    def counts(self, count: Count) -> bool:
        """Whether a slot is counted: a function of the equipment and of the call."""
        match self._scope:
            case Scope.ALL:
                return bool(count.items)
            case Scope.CHOSEN:
                return bool(count.items) and count.purpose is not Purpose.LOOK
            case Scope.CARDS_SHOWN:
                return count.purpose is not Purpose.CHOOSE and any(isinstance(item, Card) for item in count.items)

    def begin(self, strokes: Iterable[Stroke]) -> None:
        """Count this from now on, and nothing else."""
        self._strokes = deque(strokes)

    def stop(self) -> None:
        """Count no more."""
        self._strokes.clear()
        self._heard = (self._clock.now(), None, None)

    @property
    def ahead(self) -> tuple[Stroke, ...]:
        """Return what is still to be counted."""
        return tuple(self._strokes)

    @property
    def due(self) -> float | None:
        """Return the game time of the next stroke; None where nothing is counted."""
        return self._strokes[0].at if self._strokes else None

    def stroke(self) -> Stroke:
        """Return the next stroke, which is heard from now on."""
        stroke = self._strokes.popleft()
        self.hear(stroke.item)
        return stroke
