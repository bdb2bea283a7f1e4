"""A game of the box from its first word to its last, in the order of its rule sheet."""

from __future__ import annotations

from narrator.core.play import Play
from narrator.cuba.enquiry import enquiry
from narrator.cuba.epilogue import epilogue
from narrator.cuba.pockets import depart
from narrator.cuba.prologue import prologue
from narrator.cuba.reveal import reveal
from narrator.cuba.robbery import robbery
from narrator.cuba.setup import CubaSetup
from narrator.cuba.table import Over, Table
from narrator.cuba.winners import Ending, outcome, winners


def game(setup: CubaSetup) -> Play[str]:
    """Play one game; return its outcome."""
    table = Table(setup, depart)
    over = yield from _until_over(table)
    table.over = True
    if over.ending is Ending.BROKEN:
        yield table.say("enquiry.broken")
    else:
        yield from reveal(table)
    won = winners(table.end(over))
    yield from epilogue(table, won)
    return outcome(won)


def _until_over(table: Table) -> Play[Over]:
    """Rob and enquire until it is over; return how."""
    try:
        if table.setup.prologue:
            yield from prologue(table)
        yield from robbery(table)
        yield from enquiry(table)
    except Over as over:
        return over
    return Over(Ending.RECOVERED)
