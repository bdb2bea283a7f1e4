"""Counting aloud: items are named in turn; a press takes the one just named, or a hidden light shows which is meant.

The narrator counts in an even rhythm, twice, whatever is pressed; so a night is as long as what everybody knows makes
it. Nobody can leave the game by a button, and nobody can lead by it alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from narrator.packs.wording import Wording
from narrator.rules.core.answers import Card, Seats, seat
from narrator.rules.core.effects import Count, Purpose, Say, Window
from narrator.table.inbox.inbox import Clock
from narrator.table.session import announcements

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
                return True
            case Scope.CHOSEN:
                return count.purpose is not Purpose.LOOK
            case Scope.CARDS_SHOWN:
                return count.purpose is not Purpose.CHOOSE and any(isinstance(item, Card) for item in count.items)

    def begin(self, strokes: Iterable[Stroke]) -> None:
        self._strokes = deque(strokes)

    def stop(self) -> None:
        self._strokes.clear()
        self._heard = (self._clock.now(), None, None)

    @property
    def ahead(self) -> tuple[Stroke, ...]:
        return tuple(self._strokes)

    @property
    def due(self) -> float | None:
        """Return the game time of the next stroke; None where nothing is counted."""
        return self._strokes[0].at if self._strokes else None

    def stroke(self) -> Stroke:
        stroke = self._strokes.popleft()
        self.hear(stroke.item)
        return stroke


ROUNDS = 2
"""How often the items are gone through, whatever is pressed."""

BEAT, CARD_BEAT = 1.5, 2.2
"""Seconds at normal pace from one item to the next, at least: of seats, numbers and words, and of cards."""

GAP = 0.6
"""Seconds at normal pace from the end of the longest item to the next, at least."""

REST = 1.0
"""Seconds after a count, at any pace: a press at its last item is over by then."""


Named: TypeAlias = Callable[[object], Say]
"""Says one item."""


class Rhythm:
    """The rhythm at one table: it depends on the items, on how long their words are, and on the pace alone.

    `factor` is that of the pace; at instant pace there is no rhythm.
    """

    def __init__(self, wording: Wording, players: int, factor: float) -> None:
        self._wording = wording
        self._players = players
        self._factor = factor

    def lengths(self, window: Window, counted: Callable[[Count], bool], shown: float = 0.0) -> tuple[float, ...]:
        """Return how many seconds each slot of a window lasts: what is counted, so long as its counts.

        What is shown without a count takes so many seconds, at least: a slot for looking lasts as long, one in which
        something is chosen after it so much longer.
        """
        lengths = []
        for slot, written in enumerate(window.slots):
            counts, length = window.counted(slot), written * self._factor
            looks = [count for count in counts if count.purpose is not Purpose.CHOOSE]
            if any(map(counted, counts)):
                length = sum(self._whole(count) for count in counts if counted(count))
            elif looks:
                length = max(length, shown) if looks == [*counts] else length + shown
            lengths.append(length)
        return tuple(lengths)

    def window(
        self, window: Window, opened: float, lengths: Sequence[float], counted: Callable[[Count], bool]
    ) -> Iterator[Stroke]:
        """Yield all that is counted in a window that opens at this game time, and whose slots are so long."""
        for slot in range(len(window.slots)):
            at = opened + sum(lengths[:slot])
            for count in filter(counted, window.counted(slot)):
                yield from self.strokes(count.items, announcements.counting(count.purpose), at)
                at += self._whole(count)

    def seconds(self, items: Sequence[object], lead: Say) -> float:
        """Return how long a whole count takes that these words open."""
        *_, over = self.strokes(items, lead, 0.0)
        return over.at + REST

    def strokes(
        self, items: Sequence[object], lead: Say | None, at: float, said: Named = announcements.counted
    ) -> Iterator[Stroke]:
        """Yield a whole count from a game time on: the words that open it, the items twice, its end.

        What no words open was asked for by nobody: it is counted once.
        """
        rounds = 1
        if lead is not None:
            rounds = ROUNDS
            yield Stroke(at, say=lead)
            at += self._spoken(lead) + GAP * self._factor
        beat = self._beat(items, said)
        for turn, item in enumerate([*items] * rounds):
            yield Stroke(at + turn * beat, item, said(item))
        yield Stroke(at + rounds * len(items) * beat)

    def _whole(self, count: Count) -> float:
        return self.seconds(count.items, announcements.counting(count.purpose))

    def _beat(self, items: Sequence[object], said: Named) -> float:
        """Return the seconds from one item to the next: of seats, the same all evening, whoever has died."""
        named: list[object] = [*items]
        if any(isinstance(item, Seats) for item in items):
            named += [seat(number) for number in range(1, self._players + 1)]
        longest = max((self._spoken(said(item)) for item in named), default=0.0)
        least = CARD_BEAT if any(isinstance(item, Card) for item in items) else BEAT
        return max(least * self._factor, longest + GAP * self._factor)

    def _spoken(self, say: Say) -> float:
        return self._wording.seconds(self._wording.spoken(say))
