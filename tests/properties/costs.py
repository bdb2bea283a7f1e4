"""What things cost: rows on a disk, and what a slot worker shows, each as long as it happens to take.

What all see costs nothing: no screen, and no phone's host, makes anybody wait.

A party with costs pays for each of these things in virtual seconds, drawn anew at every table. What was done by day in
public is free: its consequence is not heard before it is stored, and so has the right to be later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from random import Random

from narrator.rules.core.effects import Audience
from narrator.screens.screens import Screens
from narrator.table.journal.journal import Journal
from narrator.table.session.ports import Screen

ROWS, FRAMES = 2.0, 0.02
"""Seconds that a row and a frame cost, at most: a row on a slow card takes some 0.07, on a failing one much more."""


class Cost(Enum):
    """What may cost time."""

    ROW = "a row that is written in a window"
    PRIVATE = "a frame of the private screen"


EVERYTHING = frozenset(Cost)
Spend = Callable[[float], object]


class Meter:
    """Spends seconds: those of the clock, or where somebody else pays for a while, his."""

    def __init__(self, spend: Spend) -> None:
        self._spend = spend

    def spend(self, seconds: float) -> None:
        self._spend(seconds)

    @contextmanager
    def charged(self, to: Spend) -> Iterator[None]:
        """Let somebody else pay for all that is done meanwhile, such as who does it aside from the public time."""
        before, self._spend = self._spend, to
        try:
            yield
        finally:
            self._spend = before


class UnyieldingMeter(Meter):
    """A meter that always spends the seconds of the clock, whoever should pay: the table waits for private work."""

    @contextmanager
    def charged(self, to: Spend) -> Iterator[None]:  # noqa: ARG002 - he pays nothing
        yield


@dataclass
class Prices:
    """What each thing costs at one table: `costly` things some time, each time drawn anew, others nothing."""

    meter: Meter
    chance: Random
    costly: frozenset[Cost] = EVERYTHING
    paid: int = field(default=0, init=False)

    def pay(self, cost: Cost) -> None:
        if cost not in self.costly:
            return
        self.paid += 1
        most = ROWS if cost is Cost.ROW else FRAMES
        self.meter.spend(self.chance.uniform(0.0, most))


class CostlyJournal(Journal):
    """A journal on a slow disk; what is stored by day is free: at the end of a window by day the table may wait."""

    prices: Prices
    in_round: Callable[[], bool]
    """Whether a night, or a round like it, goes on."""

    def _append(self, kind: str, question: str | None, value: object, size: int = 0) -> None:
        if kind == "slot" and self.in_round():
            self.prices.pay(Cost.ROW)
        super()._append(kind, question, value, size)


class CostlyScreen(Screens):
    """A screen that takes its time over every private frame, once it has begun to show it."""

    def __init__(self, screen: Screen, prices: Prices) -> None:
        super().__init__(screen)
        self._prices = prices

    def private(self, to: Audience, text: str) -> None:
        super().private(to, text)
        self._prices.pay(Cost.PRIVATE)

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:
        super().reply(to, *texts, over=over)
        self._prices.pay(Cost.PRIVATE)
