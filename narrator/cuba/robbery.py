"""The robbery: the parrain hides some diamonds, the box goes round, the parrain counts what comes back."""

from __future__ import annotations

from narrator.core.effects import Form, Scene
from narrator.core.play import Play
from narrator.core.vocabulary import lines
from narrator.cuba import declassify
from narrator.cuba.counting import count, note, recount
from narrator.cuba.state import HIDDEN, RETURNED, CubaState


def robbery(state: CubaState) -> Play[None]:
    """Play the robbery; the difference between the parrain's two counts was stolen.

    Raises:
        EnquiryOver: everybody else has left, or the parrain has.
    """
    yield from count(state, "hide.call", HIDDEN)
    yield from _round(state)
    yield from count(state, "box.home", RETURNED)
    if not state.counted:
        yield from recount(state, "count.again")
    yield from note(state)


def _round(state: CubaState) -> Play[None]:
    """Send the box from hand to hand, clockwise; each seat is called, and nothing is entered."""
    state.order = [seat for seat in state.setup.box_order if seat in state.living]
    for seat in state.order:
        yield Scene(scene="box")
        line = "box.first" if seat == state.order[0] else "box.last" if seat == state.order[-1] else "box.next"
        yield state.say(line, seat=declassify.seat(seat))
        yield state.window("box")


LINES = (
    *lines("box.first", "box.last", seat=Form.SEAT),
    *lines("box.next", seat=Form.SEAT, nightly=True),
)
