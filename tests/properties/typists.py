"""Parties at which somebody types in secret all night, without sense or end, on the screen that everybody sees."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import count
from random import Random

from parties import Party, Plan
from rooms import Keyed, MainsClock

from narrator.devices.keyboard import Editor
from narrator.rules.core.effects import Ask, Effect, News, Topic
from narrator.rules.village.game import VillageSetup

KEYS = "0123456789aeé -"
LONGEST_NIGHT = 500.0
"""Seconds after nightfall up to which somebody types; most nights are shorter."""
PRESSES = 60
"""Keys that are pressed in a night, at most."""


class Clockwork(MainsClock):
    """A clock at whose times something happens besides."""

    def __init__(self, start: float = 0.0) -> None:
        super().__init__(start)
        self._order = count()
        self._due: list[tuple[float, int, Callable[[], object]]] = []

    def at(self, time: float, act: Callable[[], object]) -> None:
        heapq.heappush(self._due, (time, next(self._order), act))

    def advance(self, time: float) -> None:
        while self._due and self._due[0][0] <= time:
            at, _, act = heapq.heappop(self._due)
            super().advance(max(at, self.now()))
            act()
        super().advance(time)


class Typists(Party):
    """A party with a line that is typed on, in `editor`: by night in secret, by day the same at every table.

    What is entered by night is taken for noise; what is entered by day is a part of the public record.
    """

    def __init__(self, setup: VillageSetup, plan: Plan, secret: int) -> None:
        self._typing = Random(f"typed {secret}")
        self._dark = False
        self.editor: Editor | None = None
        super().__init__(setup, plan, secret)

    def _mains(self, start: float = 0.0) -> MainsClock:
        return Clockwork(start)

    def _began(self, effect: Effect, at: float) -> None:
        super()._began(effect, at)
        if isinstance(effect, News) and effect.topic in (Topic.NIGHTFALL, Topic.DAYBREAK):
            self._dark = effect.topic is Topic.NIGHTFALL
            for _ in range(self._typing.randint(0, PRESSES) if self._dark else 0):
                self._later_on(self._typing.uniform(0.0, LONGEST_NIGHT), self._in_secret)

    def _table(self, ask: Ask) -> Sequence[Keyed]:
        if ask.slot is None:
            self._later_on(0.5, self._by_day_typed)
        return super()._table(ask)

    def _later_on(self, seconds: float, act: Callable[[], object]) -> None:
        assert isinstance(self._clock, Clockwork)
        self._clock.at(self._clock.now() + seconds, act)

    def _in_secret(self) -> None:
        if self._dark and self.editor is not None:
            match self._typing.randrange(10):
                case 0:
                    self.editor.enter()
                case 1:
                    self.editor.erase()
                case _:
                    self.editor.type(self._typing.choice(KEYS))

    def _by_day_typed(self) -> None:
        """End whatever stands there, then enter a digit; what comes of it is heard by all."""
        if not self._dark and self.editor is not None:
            first = self.editor.enter()
            self.editor.type("4")
            entered = [typed and typed.text for typed in (first, self.editor.enter())]
            self.heard.append(f"{self._clock.now():.3f} entered: {entered}")
