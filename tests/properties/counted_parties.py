"""Parties that have one button and a light: whatever is chosen or shown at night is counted aloud.

The button is pressed at any time, for any time, at anything; in the end it has been pressed at what is wanted. Nobody
leads such a party.
"""

from __future__ import annotations

from collections import deque

from parties import NOISE, Party
from rooms import Key, Keyed, NobodyKeysError, Press

from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer, Seats, Token, seat
from narrator.rules.core.effects import Ask, Audience, Effect, Terms, Window
from narrator.rules.core.play import choices_of
from narrator.table.inbox.entry import Order
from narrator.table.inbox.inbox import Clock
from narrator.table.session.counting import LAG, Counting, Scope
from narrator.table.session.driver import Driver
from narrator.table.session.ports import Light, Ports

SOON = 0.6
"""Seconds after the beginning of an item at which it is pressed, at most."""

MOST = 150
"""Windows of a party: more of them, and its deal is keyed over and over."""


class Dim:
    """A light that nobody but the one who holds it sees."""

    seconds = 0.0

    def show(self, to: Audience, word: Token | None, args: Terms) -> None:
        """Shine."""

    def item(self, item: object | None) -> None:
        """Shine at some."""

    def dark(self) -> None:
        """Go dark."""


class CountedParty(Party):
    """One table with a button and a light."""

    leader: Driver
    scope = Scope.ALL

    def _ports(self, words: Wording) -> Ports:
        ports = super()._ports(words)
        ports.counting = self._hands.counting = Counting(self._clock, self.scope)
        ports.light = self._light(self._clock)
        return ports

    def _light(self, _clock: Clock) -> Light:
        return Dim()

    def _seat(self, driver: Driver) -> None:
        self.leader = driver

    def _began(self, effect: Effect, at: float) -> None:
        super()._began(effect, at)
        if self._windows > MOST:
            raise NobodyKeysError("the cards are never those of the composition")
        if isinstance(effect, Window) and not effect.led:
            counting = Counting(self._clock, self.scope)
            lengths = self.leader._rhythm.lengths(effect, counting.counts, self._light(self._clock).seconds)
            self._slots = tuple(seconds / self.plan.pace.factor for seconds in lengths)

    def _silently(self, ask: Ask, wanted: Answer | None, length: float) -> list[Keyed]:
        """Press and key anything; then, in the second round, press at what is wanted, or take all back."""
        chosen = self._presses(wanted, length)
        if (wanted is not None and chosen is None) or ask.question == "hymn":
            # Nothing counts it: it is keyed elsewhere. And a press at a song is a public act.
            return super()._silently(ask, wanted, length)
        first = min((at for at, _ in chosen or ()), default=0.9 * length)
        noise: list[Key] = self._chance.choices((*NOISE, *[Press()] * 9, Order.UNDO), k=self._chance.randint(0, 9))
        times = sorted(self._chance.uniform(0.0, 0.9 * first) for _ in noise)
        return [*zip(times, noise, strict=True), (0.95 * first, Order.UNDO), *(chosen or ())]

    def _presses(self, wanted: Answer | None, length: float) -> list[Keyed] | None:
        """Return presses at what is wanted, the last time that it is counted; None where it is not counted any more."""
        assert self._hands.counting is not None
        items = [*map(seat, wanted.seats)] if isinstance(wanted, Seats) else [wanted]
        now = self.leader._entries.now()
        strokes = {stroke.item: stroke.at - now for stroke in self._hands.counting.ahead if stroke.at < now + length}
        if wanted is None or any(item not in strokes for item in items):
            return None
        return [(strokes[item] + self._chance.uniform(1.5 * LAG, SOON), Press()) for item in items]


class Patient(Dim):
    """A light that takes its time for what is not counted."""

    seconds = 13.0


class KeyedParty(CountedParty):
    """One table with keys and a light: cards alone are counted, when they are shown."""

    scope = Scope.CARDS_SHOWN

    def _light(self, _clock: Clock) -> Light:
        return Patient()


class Blinking(Dim):
    """A light that keeps the game waiting while it shows something."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def show(self, to: Audience, word: Token | None, args: Terms) -> None:
        super().show(to, word, args)
        self._clock.sleep(0.1)


class Blinded(CountedParty):
    """A table whose light keeps the game waiting."""

    def _light(self, clock: Clock) -> Light:
        return Blinking(clock)


class Satisfied(Driver):
    """Counts no further once something was pressed."""

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        now = super()._pass_on(until, looks)
        if self._worker._kept is not None and self._ports.counting is not None:
            self._ports.counting.stop()
        return now


class Sparing(Driver):
    """Counts nothing in the windows of those who cannot answer."""

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        if self._worker.done and self._ports.counting is not None:
            self._ports.counting.stop()
        return super()._pass_on(until, looks)


class Choosy(Driver):
    """Counts only the seats that may be named."""

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        ask, counting = self._worker._ask, self._ports.counting
        if ask is not None and counting is not None:
            counting.begin([stroke for stroke in counting.ahead if _legal(ask, stroke.item)])
        return super()._pass_on(until, looks)


def _legal(ask: Ask, item: object | None) -> bool:
    return not isinstance(item, Seats) or {*item.seats} <= {*choices_of(ask).seats}


class Tapping(Driver):
    """Says aloud that a press was taken."""

    def _pass_on(self, until: float | None, looks: deque[float]) -> float:
        before = self._worker._kept
        now = super()._pass_on(until, looks)
        if self._worker._kept not in (None, before):
            self._narration.announce("undo.nothing")
        return now


COUNTING_DRIVERS: dict[str, type[Driver]] = {
    "the count ends with a press": Satisfied,
    "nothing is counted for the dead": Sparing,
    "only legal seats are counted": Choosy,
    "a press is heard": Tapping,
}
"""Each leaky driver of a counted night."""
