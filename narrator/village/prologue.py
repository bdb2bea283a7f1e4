"""Before the first night: who sits where, an offered reminder of the roles, an offered trial night, a "ready"."""

from __future__ import annotations

from narrator.core.answers import NOBODY, SILENT, YES, Kind
from narrator.core.effects import Form
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village import declassify
from narrator.village.asking import CONFIRM, YES_NO, ask, one_seat, public, put
from narrator.village.counts import Counted, counts
from narrator.village.night import calls
from narrator.village.table import Table, scene, to_seat


def prologue(table: Table) -> Play[None]:
    """Welcome the table."""
    yield scene("evening")
    yield table.say("welcome", count=declassify.count(table.setup.players))
    yield from _seating(table)
    yield table.say("composition", cards=declassify.composition(table))
    yield table.say("reminder.offer")
    if (yield from ask(table, lambda: public(table, "reminder.wanted", YES_NO, offer=True))) is YES:
        for card, _ in table.setup.hand:
            yield table.say("reminder.card", card=declassify.card(card))
    yield table.say("practice.offer")
    if (yield from ask(table, lambda: public(table, "practice.wanted", YES_NO, offer=True))) is YES:
        yield from _practice(table)
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


def _practice(table: Table) -> Play[None]:
    """Play a night for nothing: each call is taken by the next seat in turn, whatever its card will be."""
    yield table.say("practice.open")
    for turn, power in enumerate(calls(table.setup, first=True)):
        seat = turn % table.setup.players + 1
        card = table.setup.card_with(power.carrier)
        if card is None:
            continue
        yield scene(power.scene, "practice")
        yield table.say("practice.call", card=declassify.card(card), seat=declassify.seat(seat))
        yield table.window("practice", counts(table, (Counted.SEAT,)))
        choices = one_seat(tuple(table.setup.seats), NOBODY, SILENT)
        question = table.ask("practice.entry", choices, to=to_seat(seat), slot=0, about=seat)
        yield from put(table, question)
        yield table.say("practice.sleep")
    yield table.say("practice.end")


LINES = (
    *lines("welcome", "seating.numbers", count=Form.NUMBER),
    *lines("seating.names"),
    *lines("seating.seat", number=Form.NUMBER, seat=Form.SEAT),
    *lines("composition", cards=Form.HAND),
    *lines("reminder.offer", "practice.offer", "practice.open", "practice.sleep", "practice.end", "ready.ask"),
    *lines("reminder.card", card=Form.CARD),
    *lines("practice.call", card=Form.CARD, seat=Form.SEAT),
)
QUESTIONS = (
    Question("reminder.wanted", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),
    Question("practice.wanted", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),
    Question("practice.entry", Kind.SEATS, "any seat: a trial, it counts for nothing", secret=True, about=True),
    Question("ready", Kind.CONFIRM, "done (answers itself in a rehearsal)"),
)
