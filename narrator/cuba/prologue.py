"""Before the box is opened: who sits where, who is the parrain, what goes into the box, an offered reminder."""

from __future__ import annotations

from narrator.core.answers import YES, Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.cuba import declassify
from narrator.cuba.asking import CONFIRM, YES_NO, ask, public
from narrator.cuba.table import Table, scene


def prologue(table: Table) -> Play[None]:
    """Welcome the table, and have the box filled."""
    setup = table.setup
    yield scene("evening")
    yield table.say("welcome", count=declassify.count(setup.players))
    yield from _seating(table)
    yield table.say("parrain.named", seat=declassify.seat(table.parrain))
    yield table.say("box.filled", count=declassify.count(setup.diamonds), cards=declassify.tokens(setup))
    if setup.jokers:
        yield table.say("jokers.some", count=declassify.count(setup.jokers))
    else:
        yield table.say("jokers.none")
    yield table.say("reminder.offer")
    if (yield from ask(table, lambda: public(table, "reminder.wanted", YES_NO, offer=True))) is YES:
        for token, _ in setup.tokens:
            yield table.say("reminder.card", card=declassify.token(token))
        yield table.say("reminder.pockets")
    yield table.say("ready.ask")
    yield from ask(table, lambda: public(table, "ready", CONFIRM, offer=True))


def _seating(table: Table) -> Play[None]:
    """Say who sits where."""
    if not table.setup.names:
        yield table.say("seating.numbers", count=declassify.count(table.setup.players))
        return
    yield table.say("seating.names")
    for seat in table.setup.seats:
        yield table.say("seating.seat", number=declassify.count(seat), seat=declassify.seat(seat))


LINES = (
    *lines("welcome", "seating.numbers", "jokers.some", count=Form.NUMBER),
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
