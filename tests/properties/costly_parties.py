"""Parties at which things cost time: on a plain terminal, and with phones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from costs import EVERYTHING, Cost, CostlyJournal, CostlyScreen, Meter, Prices, Spend
from parties import Party
from rooms import MainsClock
from test_non_interference_at_the_table import Twins
from test_non_interference_on_the_phone import PartyWithPhone

from narrator.packs.wording import Wording
from narrator.table.journal.journal import Journal
from narrator.table.session.lane import Work
from narrator.table.session.ports import Ports


class VirtualLane:
    """A lane whose work costs what a meter charges it. Who waits for it pays for what is still under way."""

    def __init__(self, clock: MainsClock, meter: Meter) -> None:
        self._clock = clock
        self._meter = meter
        self._free = 0.0

    @property
    def waiting(self) -> int:
        return 0

    def post(self, work: Work) -> None:
        """Do it, from the time on at which all before is done."""
        self._free = max(self._free, self._clock.now())
        with self._meter.charged(self._spend):
            work()

    def settle(self) -> None:
        self._meter.spend(max(0.0, self._free - self._clock.now()))

    def _spend(self, seconds: float) -> None:
        self._free += seconds


@dataclass(frozen=True)
class Tariff:
    """What costs something at two tables, the seed of what it costs at each, and who pays."""

    seeds: tuple[int, int]
    costly: frozenset[Cost] = EVERYTHING
    meter: Callable[[Spend], Meter] = Meter


class CostlyParty(Party):
    """A party whose disk takes its time. `prices` are set by `seated`."""

    prices: Prices

    def seated(self, tariff: Tariff, table: int) -> CostlyParty:
        """Set the prices, which are those of one of two tables."""
        meter = tariff.meter(lambda seconds: self._clock.sleep(seconds))
        self.prices = Prices(meter, Random(tariff.seeds[table]), tariff.costly)
        return self

    def _journal(self) -> Journal:
        journal = CostlyJournal.create(None, {})
        assert isinstance(journal, CostlyJournal)
        journal.prices = self.prices
        journal.in_round = lambda: self._hands.moment.in_round
        return journal

    def _lay(self, ports: Ports) -> None:
        ports.lane, ports.disk = (VirtualLane(self._clock, self.prices.meter) for _ in range(2))


class CostlyTerminal(CostlyParty):
    """A party on a plain terminal that takes its time over every frame."""

    def _ports(self, words: Wording) -> Ports:
        ports = super()._ports(words)
        self._lay(ports)
        ports.screen = CostlyScreen(ports.screen, self.prices)
        return ports


class CostlyPhone(CostlyParty, PartyWithPhone):
    """A party with a phone on the table, and spectators."""


Seat = Callable[[Twins, int], CostlyParty]
"""Lays one of two tables."""


def terminal(pair: Twins, table: int) -> CostlyParty:
    return CostlyTerminal((pair.one, pair.other)[table], pair.plan, pair.secrets[table])


def phone(pair: Twins, table: int) -> CostlyParty:
    return CostlyPhone((pair.one, pair.other)[table], pair, pair.secrets[table])
