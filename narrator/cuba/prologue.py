"""Before the box is opened: who sits where, who is the parrain, what goes into the box, an offered reminder."""

from __future__ import annotations

from narrator.core.answers import CONFIRM, YES, YES_NO, Kind
from narrator.core.effects import Form, Scene
from narrator.core.play import Play
from narrator.core.table_questions import ask, public
from narrator.core.vocabulary import Question, lines
from narrator.cuba import declassify
from narrator.cuba.state import CubaState


def prologue(state: CubaState) -> Play[None]:
    """Welcome the table, and have the box filled."""
    setup = state.setup
    yield Scene(scene="evening")
    yield state.say("welcome", count=declassify.count(setup.players))
    yield from _seating(state)
    yield state.say("parrain.named", seat=declassify.seat(state.parrain))
    yield state.say("box.filled", count=declassify.count(setup.diamonds), cards=declassify.tokens(setup))
    if setup.jokers:
        yield state.say("jokers.some", count=declassify.count(setup.jokers))
    else:
        yield state.say("jokers.none")
    yield state.say("reminder.offer")
    if (yield from ask(state, lambda: public(state, "reminder.wanted", YES_NO, offer=True))) is YES:
        for token, _ in setup.tokens:
            yield state.say("reminder.card", card=declassify.token(token))
        yield state.say("reminder.pockets")
    yield state.say("ready.ask")
    yield from ask(state, lambda: public(state, "ready", CONFIRM, offer=True))


def _seating(state: CubaState) -> Play[None]:
    """Say who sits where."""
    if not state.setup.names:
        yield state.say("seating.numbers", count=declassify.count(state.setup.players))
        return
    yield state.say("seating.names")
    for seat in state.setup.seats:
        yield state.say("seating.seat", number=declassify.count(seat), seat=declassify.seat(seat))


LINES = (
    *lines("welcome", "seating.numbers", circle=True, count=Form.NUMBER),
    *lines("jokers.some", count=Form.NUMBER),
    *lines("seating.names", "jokers.none", "reminder.offer", "reminder.pockets", "ready.ask"),
    *lines("seating.seat", number=Form.NUMBER, seat=Form.SEAT),
    *lines("parrain.named", seat=Form.SEAT),
    *lines("box.filled", count=Form.NUMBER, cards=Form.HAND),
    *lines("reminder.card", card=Form.CARD),
)
QUESTIONS = (
    Question("reminder.wanted", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),
    Question("ready", Kind.CONFIRM, "done (answers itself in a rehearsal)"),
)
