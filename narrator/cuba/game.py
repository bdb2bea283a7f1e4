"""A game of Mafia de Cuba from its first word to its last, in the order of its rule sheet."""

from __future__ import annotations

from narrator.core.play import Play
from narrator.cuba.cuba_table import CubaTable
from narrator.cuba.enquiry import enquiry
from narrator.cuba.epilogue import epilogue
from narrator.cuba.pockets import depart
from narrator.cuba.prologue import prologue
from narrator.cuba.reveal import reveal
from narrator.cuba.robbery import robbery
from narrator.cuba.state import CubaState, EnquiryOver
from narrator.cuba.winners import EnquiryEnd, outcome, winners


def game(setup: CubaTable) -> Play[str]:
    """Play one game; return its outcome."""
    state = CubaState(setup, depart)
    over = yield from _until_over(state)
    state.over = True
    if over.ending is EnquiryEnd.BROKEN:
        yield state.say("enquiry.broken")
    else:
        yield from reveal(state)
    end = state.end(over)
    yield from epilogue(state, end)
    return outcome(winners(end))


def _until_over(state: CubaState) -> Play[EnquiryOver]:
    """Rob and enquire until it is over; return how."""
    try:
        if state.setup.prologue:
            yield from prologue(state)
        yield from robbery(state)
        yield from enquiry(state)
    except EnquiryOver as over:
        return over
    return EnquiryOver(EnquiryEnd.RECOVERED)
