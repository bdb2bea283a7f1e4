"""A night-and-day game from its first word to its last, in the order of its rule sheet."""

from __future__ import annotations

from narrator.core.play import Play
from narrator.village.days import dawn, day
from narrator.village.dealing import deal
from narrator.village.deaths import depart
from narrator.village.epilogue import epilogue
from narrator.village.night import night
from narrator.village.office import elect
from narrator.village.prologue import prologue
from narrator.village.setup import VillageSetup
from narrator.village.table import Table
from narrator.village.victory import Over


def game(setup: VillageSetup) -> Play[str]:
    """Play one game; return its outcome."""
    table = Table(setup, depart)
    if setup.prologue:
        yield from prologue(table)
    yield from deal(table)
    table.asleep = False
    outcome = yield from _until_over(table)
    yield from epilogue(table, outcome)
    return outcome


def _until_over(table: Table) -> Play[str]:
    """Play nights and days until somebody has won."""
    try:
        if table.setup.office is not None and table.options.election_day() == 0:
            yield from elect(table)
        while True:
            yield from night(table)
            yield from dawn(table)
            yield from day(table)
    except Over as over:
        return over.outcome
