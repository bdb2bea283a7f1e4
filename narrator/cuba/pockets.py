"""Pockets: what comes out of them (by accusation, by a shout, by leaving), and who is out for it.

No more diamonds come out of pockets than are missing: what is shown is counted again, and if it stands, so are the
parrain's counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from narrator.core.answers import DONE, Card, Choices, Diamonds, Kind, Number
from narrator.core.effects import Aloud, Ask, Form, News, Tells, Term, Topic, Unit
from narrator.core.play import Play
from narrator.core.table_questions import ask, public
from narrator.core.vocabulary import Question, lines, told
from narrator.cuba import declassify
from narrator.cuba.counting import note, recount
from narrator.cuba.cuba_table import CHEAT
from narrator.cuba.state import CubaState, EnquiryOver
from narrator.cuba.winners import EnquiryEnd, Take

EMPTIED, RECOVERED = "cuba.pockets", "cuba.recovered"
FOUND = Aloud(unit=Unit.DIAMONDS)


def pockets(state: CubaState, seat: int) -> Play[Take | None]:
    """Ask what somebody shows who is still in; None where he is gone.

    Once all diamonds are back nothing depends on it: then it is offered, and None where he keeps it to himself.
    """

    def make() -> Ask | None:
        if seat not in state.living:
            return None
        choices = state.pockets(seat)
        if state.settled:
            return public(state, EMPTIED, replace(choices, words=(DONE,)), about=seat, offer=True)
        return public(state, EMPTIED, choices, about=seat)

    take = yield from _empty(state, seat, make)
    return take if seat in state.living else None


def put_out(state: CubaState, seat: int) -> Play[None]:
    """Eliminate a player: he is silent from now on, and his diamonds are the parrain's again."""
    state.living = tuple(other for other in state.living if other != seat)
    state.out.add(seat)
    yield News(topic=Topic.DEATH, seat=seat)


def depart(state: CubaState, seat: int) -> Play[None]:
    """Let a player leave: out like one who was eliminated, his pockets emptied if he had the box.

    Raises:
        EnquiryOver: it was the parrain, or nobody is left to be asked.
    """
    yield state.say("left.dead", seats=declassify.seats((seat,)))
    yield from put_out(state, seat)
    state.left.add(seat)
    yield state.deed("story.left", Tells.END, seat=Term(Form.SEAT, seat))
    if seat == state.parrain:
        raise EnquiryOver(EnquiryEnd.OUT if state.stolen > 0 else EnquiryEnd.BROKEN)
    if seat in state.order and seat not in state.takes:
        yield from _empty(state, seat, lambda: public(state, EMPTIED, state.pockets(seat), about=seat))
    if not state.suspects and state.stolen <= 0:
        raise EnquiryOver(EnquiryEnd.BROKEN)


def _empty(state: CubaState, seat: int, make: Callable[[], Ask | None]) -> Play[Take | None]:
    """Ask what came out of a pocket, by the question that `make` builds, until it can have come out of it."""
    doubted: int | None = None
    while True:
        take = yield from ask(state, make)
        if not isinstance(take, Diamonds | Card):
            return None
        found = yield from _found(state, seat, take)
        if found > state.missing(seat) and found == doubted:
            yield from recount(state, "count.short")
            yield from note(state)
        if found <= state.missing(seat):
            break
        doubted = None if found == doubted else found
        yield state.say("pockets.recount", seat=declassify.seat(seat))
    if take == Card(CHEAT):
        state.loot[seat] = found
    if take != state.takes.get(seat):
        yield state.took(seat, take)
    return take


def _found(state: CubaState, seat: int, take: Take) -> Play[int]:
    """Return the diamonds that came out of a pocket. A cheat's pockets hold what nobody may take: they are counted."""
    if isinstance(take, Diamonds):
        return take.count
    if take != Card(CHEAT):
        return 0
    choices = Choices(kind=Kind.NUMBER, numbers=(0, state.setup.diamonds))
    found = yield from ask(state, lambda: public(state, RECOVERED, choices, about=seat, aloud=FOUND))
    return found.value if isinstance(found, Number) else 0


LINES = (
    *lines("left.dead", seats=Form.SEAT),
    *lines("pockets.recount", seat=Form.SEAT),
    *told("story.diamonds", seat=Form.SEAT, count=Form.NUMBER),
    *told("story.pocket", seat=Form.SEAT, card=Form.CARD),
    *told("story.left", seat=Form.SEAT),
)
QUESTIONS = (
    Question(EMPTIED, Kind.TAKE, "{diamonds: N} | a token | street | cheat", about=True),
    Question(
        RECOVERED, Kind.NUMBER, "the diamonds found on a cheat (0 by itself in a rehearsal)", about=True, aloud=FOUND
    ),
)
