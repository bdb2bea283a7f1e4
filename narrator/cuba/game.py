"""A game of Mafia de Cuba from its first word to its last, in the order of its rule sheet."""

from __future__ import annotations

from narrator.core.play import Introduction, Play
from narrator.cuba.cuba_table import CubaTable
from narrator.cuba.enquiry import depart, enquiry
from narrator.cuba.reveal import epilogue, reveal
from narrator.cuba.robbery import prologue, robbery
from narrator.cuba.state import CubaState, EnquiryOver
from narrator.cuba.takes import EnquiryEnd, outcome, winners


class CubaSetup(CubaTable):
    """One game of Mafia de Cuba, from its table on."""

    def begin(self) -> Play[str]:
        state = CubaState(self, depart)
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
        if state.setup.prologue and state.setup.introduction is not Introduction.NONE:
            yield from prologue(state)
        yield from robbery(state)
        yield from enquiry(state)
    except EnquiryOver as over:
        return over
    return EnquiryOver(EnquiryEnd.RECOVERED)
