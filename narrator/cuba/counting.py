"""The parrain's two counts, in private: what he hid, and what came back. The difference was stolen."""

from __future__ import annotations

from narrator.core.answers import SILENT, Choices, Kind, Number
from narrator.core.effects import Form, Scene, Term
from narrator.core.play import Play
from narrator.core.table_questions import ask
from narrator.core.vocabulary import Question, lines, told
from narrator.cuba import declassify
from narrator.cuba.state import HIDDEN, RETURNED, CubaState

ASKED_HIDDEN, ASKED_RETURNED = f"cuba.{HIDDEN}", f"cuba.{RETURNED}"


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
    *lines("hide.call", "hide.again", "box.home", "box.again", "count.again", "count.short", seat=Form.SEAT),
    *told("story.hidden", "story.stolen", count=Form.NUMBER),
)
QUESTIONS = (
    Question(ASKED_HIDDEN, Kind.NUMBER, "how many diamonds the parrain hid (0 to 5)", secret=True),
    Question(ASKED_RETURNED, Kind.NUMBER, "how many diamonds came back in the box", secret=True),
)
