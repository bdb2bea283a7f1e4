"""What things cost: rows on a disk, and what a slot worker shows, each as long as it happens to take.

What all see costs nothing: no screen, and no phone's host, makes anybody wait.

A party with costs pays for each of these things in virtual seconds, drawn anew at every table. What was done by day in
public is free: its consequence is not heard before it is stored, and so has the right to be later.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum
from random import Random

from narrator.core.answers import Leave
from narrator.core.effects import Audience
from narrator.journal.answer_data import Plain, decode
from narrator.journal.journal import Journal
from narrator.session.ports import Screen
from narrator.ui.screens import Screens

ROWS, FRAMES = 0.08, 0.02
"""Seconds that a row and a frame cost, at most: a row on a slow card takes some 0.07."""


class Cost(Enum):
    """What may cost time."""

    ROW = "a row that is written in a window"
    CUE = "the row of a scene at night"
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
    """What each thing costs at one table: `costly` things some time, each time drawn anew, others nothing.

    `asleep` says whether it is night: a scene's row costs something then only.
    """

    meter: Meter
    chance: Random
    costly: frozenset[Cost] = EVERYTHING
    asleep: bool = False
    paid: int = field(default=0, init=False)

    def pay(self, cost: Cost) -> None:
        if cost not in self.costly or (cost is Cost.CUE and not self.asleep):
            return
        self.paid += 1
        most = ROWS if cost in (Cost.ROW, Cost.CUE) else FRAMES
        self.meter.spend(self.chance.uniform(0.0, most))


class CostlyJournal(Journal):
    """A journal on a slow disk. `public` are the questions that were put to all: their rows are free."""

    prices: Prices
    public: set[str]

    def _append(self, kind: str, question: str | None, value: Plain) -> None:
        if kind == "cue":
            self.prices.pay(Cost.CUE)
        elif kind in ("entry", "clear") or (kind == "answer" and self._secret(question, value)):
            self.prices.pay(Cost.ROW)
        super()._append(kind, question, value)

    def _secret(self, question: str | None, value: Plain) -> bool:
        return question not in self.public and not isinstance(decode(value), Leave)


class CostlyScreen(Screens):
    """A screen that takes its time over every private frame, once it has begun to show it."""

    def __init__(self, screen: Screen, prices: Prices) -> None:
        super().__init__(screen)
        self._prices = prices

    def private(self, to: Audience, text: str) -> None:
        super().private(to, text)
        self._prices.pay(Cost.PRIVATE)

    def reply(self, to: Audience, *texts: str) -> None:
        super().reply(to, *texts)
        self._prices.pay(Cost.PRIVATE)
