"""The even rhythm of a count: what is said for each item, when, and how long all of it takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from narrator.core.answers import Card, Seats, seat
from narrator.core.effects import Count, Purpose, Say, Window
from narrator.session import announcements
from narrator.session.scanning.counting import Stroke
from narrator.story.wording import Wording

ROUNDS = 2
"""How often the items are gone through, whatever is pressed."""

BEAT, CARD_BEAT = 1.5, 2.2
"""Seconds at normal pace from one item to the next, at least: of seats, numbers and words, and of cards."""

GAP = 0.6
"""Seconds at normal pace from the end of the longest item to the next, at least."""

REST = 1.0
"""Seconds after a count, at any pace: a press at its last item is over by then."""


class Rhythm:
    """The rhythm at one table: it depends on the items, on how long their words are, and on the pace alone.

    `factor` is that of the pace; at instant pace there is no rhythm.
    """

    def __init__(self, wording: Wording, players: int, factor: float) -> None:
        self._wording = wording
        self._players = players
        self._factor = factor

    def lengths(self, window: Window, counted: Callable[[Count], bool], shown: float = 0.0) -> tuple[float, ...]:
        """Return how many seconds each slot of a window lasts: what is counted, so long as its count.

        What is shown without a count takes so many seconds, at least: a slot for looking lasts as long.
        """
        return tuple(self._length(window, slot, counted, shown) for slot in range(len(window.slots)))

    def _length(self, window: Window, slot: int, counted: Callable[[Count], bool], shown: float) -> float:
        count, written = _count(window, slot), window.slots[slot] * self._factor
        if counted(count):
            return self.seconds(count.items, announcements.counting(count.purpose))
        return max(written, shown) if count.items and count.purpose is not Purpose.CHOOSE else written

    def window(
        self, window: Window, opened: float, lengths: Sequence[float], counted: Callable[[Count], bool]
    ) -> Iterator[Stroke]:
        """Yield all that is counted in a window that opens at this game time, and whose slots are so long."""
        for slot in range(len(window.slots)):
            count = _count(window, slot)
            if counted(count):
                at = opened + sum(lengths[:slot])
                yield from self.strokes(count.items, announcements.counting(count.purpose), at)

    @property
    def keeps(self) -> bool:
        """Whether there is any rhythm: at instant pace nothing has a length."""
        return self._factor > 0.0

    def seconds(self, items: Sequence[object], lead: Say) -> float:
        """Return how long a whole count takes that these words open."""
        return self._lead(lead) + ROUNDS * len(items) * self._beat(items) + REST

    def strokes(self, items: Sequence[object], lead: Say, at: float) -> Iterator[Stroke]:
        """Yield a whole count from a game time on: the words that open it, the items twice, its end."""
        yield Stroke(at, say=lead)
        at += self._lead(lead)
        beat = self._beat(items)
        for turn, item in enumerate([*items] * ROUNDS):
            yield Stroke(at + turn * beat, item, announcements.counted(item))
        yield Stroke(at + ROUNDS * len(items) * beat)

    def _lead(self, lead: Say) -> float:
        return self._spoken(lead) + GAP * self._factor

    def _beat(self, items: Sequence[object]) -> float:
        """Return the seconds from one item to the next: of seats, the same all evening, whoever has died."""
        named: list[object] = [*items]
        if any(isinstance(item, Seats) for item in items):
            named += [seat(number) for number in range(1, self._players + 1)]
        longest = max((self._spoken(announcements.counted(item)) for item in named), default=0.0)
        least = CARD_BEAT if any(isinstance(item, Card) for item in items) else BEAT
        return max(least * self._factor, longest + GAP * self._factor)

    def _spoken(self, say: Say) -> float:
        return self._wording.seconds(self._wording.spoken(say))


def _count(window: Window, slot: int) -> Count:
    """Return what may be counted in a slot."""
    return window.counts[slot] if slot < len(window.counts) else Count()
