"""From the first word to the enquiry: the table is seated, the box filled, and robbed.

The parrain hides some diamonds, the box goes round, and he counts what comes back: both counts in private. The
difference was stolen.
"""

from __future__ import annotations

import math
from functools import partial

from narrator.rules.core.answers import CONFIRM, SILENT, YES, YES_NO, Choices, Kind, Number
from narrator.rules.core.effects import Form, Scene, Term, Timer
from narrator.rules.core.play import Introduction, Mode, Play
from narrator.rules.core.table_state import ask, public
from narrator.rules.core.vocabulary import Question, lines, told
from narrator.rules.cuba import declassify
from narrator.rules.cuba.state import HIDDEN, RETURNED, CubaState

HAS_BOX = "cuba.box"
ASKED_HIDDEN, ASKED_RETURNED = f"cuba.{HIDDEN}", f"cuba.{RETURNED}"


def prologue(state: CubaState) -> Play[None]:
    """Welcome the table, and have the box filled."""
    setup = state.setup
    yield Scene(scene="evening")
    yield state.say("welcome", count=declassify.count(setup.players))
    if setup.introduction is Introduction.FULL:
        yield from _seating(state)
    yield state.say("parrain.named", seat=declassify.seat(state.parrain))
    yield state.say("box.filled", count=declassify.count(setup.diamonds), cards=declassify.tokens(setup))
    if setup.jokers:
        yield state.say("jokers.some", count=declassify.count(setup.jokers))
    else:
        yield state.say("jokers.none")
    if setup.introduction is Introduction.CARDS:
        yield from _remind(state)
    if setup.introduction is Introduction.FULL:
        yield from _reminder(state)
    yield state.say("ready.ask")
    yield from ask(state, lambda: public(state, "ready", CONFIRM, offer=True))


def _reminder(state: CubaState) -> Play[None]:
    yield state.say("reminder.offer")
    if (yield from ask(state, lambda: public(state, "reminder.wanted", YES_NO, offer=True))) is YES:
        yield from _remind(state)


def _remind(state: CubaState) -> Play[None]:
    for token, _ in state.setup.tokens:
        yield state.say("reminder.card", card=declassify.token(token))
    yield state.say("reminder.pockets")


def _seating(state: CubaState) -> Play[None]:
    if not state.setup.names:
        yield state.say("seating.numbers", count=declassify.count(state.setup.players))
        return
    yield state.say("seating.names")
    for seat in state.setup.seats:
        yield state.say("seating.seat", number=declassify.count(seat), seat=declassify.seat(seat))


# --- the robbery ---------------------------------------------------------------------------------------------------


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
    """Send the box from hand to hand, clockwise; each seat is called, and whoever has it may go on before the time."""
    turn = Timer(seconds=math.inf, warning=0.0, turn=sum(state.setup.windows["box"]))
    state.order = [seat for seat in state.setup.box_order if seat in state.living]
    if state.setup.prologue:  # who plays again has heard it
        yield state.say("box.rule")
    for seat in state.order:
        yield Scene(scene="box")
        line = "box.first" if seat == state.order[0] else "box.last" if seat == state.order[-1] else "box.next"
        yield state.say(line, seat=declassify.seat(seat))
        if state.setup.mode is Mode.MENEUR:
            yield state.window("box")
        else:
            state.departures_wait = True
            yield from ask(state, partial(public, state, HAS_BOX, CONFIRM, about=seat, offer=True, timer=turn))
            state.departures_wait = False


# --- the counts ----------------------------------------------------------------------------------------------------


def count(state: CubaState, line: str, call: str) -> Play[None]:
    """Have the parrain key a number of diamonds, unseen; there is none where he keyed nothing in time."""
    yield Scene(scene="count")
    yield state.say(line, seat=declassify.seat(state.parrain))
    most = state.setup.pocket if call == HIDDEN else state.setup.diamonds
    yield state.window(call, range(most + 1))
    choices = Choices(kind=Kind.NUMBER, numbers=(0, most), words=(SILENT,))
    state.departures_wait = True
    answer = yield from ask(state, lambda: state.ask_parrain(f"cuba.{call}", choices))
    state.departures_wait = False
    state.counts.pop(call, None)
    if isinstance(answer, Number):
        state.counts[call] = answer.value
    while state.leaving:
        yield from state.depart(state.leaving.pop(0))


def recount(state: CubaState, why: str) -> Play[None]:
    """Have both counts made again, for the mistake may be in either, until they can be. `why` says what is wrong."""
    while True:
        yield state.say(why, seat=declassify.seat(state.parrain))
        yield from count(state, "hide.again", HIDDEN)
        yield from count(state, "box.again", RETURNED)
        if state.counted:
            return
        why = "count.again"


def note(state: CubaState) -> Play[None]:
    """Note the counts for the tale, which a recount may tell again."""
    yield state.deed("story.hidden", count=Term(Form.NUMBER, state.counts[HIDDEN]))
    yield state.deed("story.stolen", count=Term(Form.NUMBER, state.stolen))


LINES = (
    *lines("welcome", "seating.numbers", circle=True, count=Form.NUMBER),
    *lines("jokers.some", count=Form.NUMBER),
    *lines("box.rule", "seating.names", "jokers.none", "reminder.offer", "reminder.pockets", "ready.ask"),
    *lines("seating.seat", number=Form.NUMBER, seat=Form.SEAT),
    *lines("parrain.named", seat=Form.SEAT),
    *lines("box.filled", count=Form.NUMBER, cards=Form.HAND),
    *lines("reminder.card", card=Form.CARD),
    *lines("box.first", "box.last", seat=Form.SEAT),
    *lines("box.next", seat=Form.SEAT, nightly=True),
    *lines("hide.call", "hide.again", "box.home", "box.again", spares=["seat"], seat=Form.SEAT),
    *lines("count.again", "count.short", spares=["seat"], seat=Form.SEAT),
    *told("story.hidden", "story.stolen", count=Form.NUMBER),
)
QUESTIONS = (
    Question("reminder.wanted", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),
    Question("ready", Kind.CONFIRM, "done (answers itself in a rehearsal)"),
    Question(HAS_BOX, Kind.CONFIRM, "done: the next one has the box (answers itself in time)", about=True),
    Question(ASKED_HIDDEN, Kind.NUMBER, "how many diamonds the parrain hid (0 to 5)", secret=True),
    Question(ASKED_RETURNED, Kind.NUMBER, "how many diamonds came back in the box", secret=True),
)
