"""Before the first night: a "ready", what is played, and as much of who sits where and what cards do as is wanted."""

from __future__ import annotations

from narrator.rules.core.answers import CONFIRM, NOBODY, SILENT, YES, YES_NO, Choices, Kind
from narrator.rules.core.effects import Form
from narrator.rules.core.play import Introduction, Play
from narrator.rules.core.table_state import ask, public, put
from narrator.rules.core.vocabulary import Eyes, Question, lines
from narrator.rules.village import declassify
from narrator.rules.village.phases.night import calls
from narrator.rules.village.powers.power import Power
from narrator.rules.village.state import VillageState, night_scene, scene, to_seat
from narrator.rules.village.windows import Counted, counts

LED = "ready.led"
"""The prompt where the leader keeps the device."""

PRACTICE, PAIR = "practice.entry", "practice.pair"
"""The questions of a trial night: for one seat, and for two."""


def prologue(state: VillageState) -> Play[None]:
    """Welcome the table, once it is ready: from there to the first night nothing waits for anybody.

    Only where all is told, and tried out, is it asked after that.
    """
    introduction = state.options.introduction
    yield scene("evening")
    if introduction is not Introduction.FULL:
        yield from _ready(state)
    yield state.say("welcome", count=declassify.count(state.setup.players))
    if introduction is Introduction.FULL:
        yield from _seating(state)
    yield state.say("composition", cards=declassify.composition(state))
    if introduction is Introduction.CARDS:
        yield from _remind(state)
    if introduction is Introduction.FULL:
        yield from _offers(state)
        yield from _ready(state)


def _ready(state: VillageState) -> Play[None]:
    yield state.say("ready.ask")
    yield from ask(state, lambda: public(state, "ready", CONFIRM, offer=True, prompt=LED if state.led else None))


def _offers(state: VillageState) -> Play[None]:
    """Offer a reminder of the cards, and a night for nothing."""
    yield state.say("reminder.offer")
    if (yield from ask(state, lambda: public(state, "reminder.wanted", YES_NO, offer=True))) is YES:
        yield from _remind(state)
    yield state.say("practice.offer")
    if (yield from ask(state, lambda: public(state, "practice.wanted", YES_NO, offer=True))) is YES:
        yield from _practice(state)


def _remind(state: VillageState) -> Play[None]:
    for card, _ in state.setup.hand:
        yield state.say("reminder.card", card=declassify.card(card))


def _seating(state: VillageState) -> Play[None]:
    if not state.setup.names:
        yield state.say("seating.numbers", count=declassify.count(state.setup.players))
        return
    yield state.say("seating.names")
    for seat in state.setup.seats:
        yield state.say("seating.seat", number=declassify.count(seat), seat=declassify.seat(seat))


def _practice(state: VillageState) -> Play[None]:
    """Play a night for nothing: each call is taken by the next seat in turn, whatever its card will be."""
    yield state.say("practice.open.led" if state.led else "practice.open")
    for turn, (card, power) in enumerate(_practised(state)):
        seat = turn % state.setup.players + 1
        yield night_scene(power.scene)
        if not turn and state.options.drum and not state.led:
            yield state.say("drum")
        line = "practice.call.pair" if power.pairs else "practice.call"
        yield state.say(line, card=declassify.card(card), seat=declassify.seat(seat))
        yield state.window("practice", counts(state, (Counted.SEAT,)))
        number = 2 if power.pairs else 1
        seats = tuple(state.setup.seats)
        choices = Choices(kind=Kind.SEATS, seats=seats, count=(number, number), words=(NOBODY, SILENT))
        question = state.ask(PAIR if power.pairs else PRACTICE, choices, to=to_seat(seat), slot=0, about=seat)
        yield from put(state, question)
        yield state.say("practice.sleep")
    yield state.say("practice.end")


def _practised(state: VillageState) -> list[tuple[str, Power]]:
    """Return the calls of a trial night with their cards: of each card the first one."""
    called = [(state.setup.card_with(power.carrier), power) for power in calls(state.setup, first=True)]
    carried = [(card, power) for card, power in called if card is not None]
    return list({card: (card, power) for card, power in reversed(carried)}.values())[::-1]


LINES = (
    *lines("welcome", "seating.numbers", circle=True, count=Form.NUMBER),
    *lines("seating.names"),
    *lines("seating.seat", number=Form.NUMBER, seat=Form.SEAT),
    *lines("composition", cards=Form.HAND),
    *lines("reminder.offer", "practice.offer", "practice.open", "practice.open.led"),
    *lines("ready.ask", eyes=Eyes.EITHER),  # after a practice night the ambience of the night goes on
    *lines("practice.sleep", "practice.end", eyes=Eyes.CLOSED),
    *lines("reminder.card", card=Form.CARD),
    *lines("practice.call", "practice.call.pair", eyes=Eyes.CLOSED, card=Form.CARD, seat=Form.SEAT),
)
QUESTIONS = (
    Question("reminder.wanted", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),
    Question("practice.wanted", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),
    Question(PRACTICE, Kind.SEATS, "any seat: a trial, it counts for nothing", secret=True, about=True),
    Question(PAIR, Kind.SEATS, "any two seats: a trial, it counts for nothing", secret=True, about=True),
    Question("ready", Kind.CONFIRM, "done (answers itself in a rehearsal)", prompts=(LED,)),
)
