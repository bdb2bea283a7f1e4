"""After the enquiry: who wins, whether to play again, and whom the winners make the next parrain."""

from __future__ import annotations

from dataclasses import replace

from narrator.core.answers import YES, YES_NO, Kind
from narrator.core.effects import Form, News, Pause, Scene, Topic
from narrator.core.play import Play
from narrator.core.table_questions import ask, one_seat, public
from narrator.core.vocabulary import Question, lines, told
from narrator.cuba import declassify, remarks
from narrator.cuba.state import CubaState
from narrator.cuba.winners import REASONS, Situation, outcome, reason, winners

NEXT_PARRAIN = "cuba.parrain"


def epilogue(state: CubaState, end: Situation) -> Play[None]:
    """Name the winners, and why they have won."""
    won = winners(end)
    yield Scene(scene="victory")
    yield Pause(seconds=2.0)
    yield News(topic=Topic.OUTCOME, word=outcome(won))
    said = state.say("outcome.seats", seats=declassify.seats(won)) if won else state.say("outcome.nobody")
    yield replace(said, note=f"why.{reason(end)}")
    yield from remarks.at_the_end(state, won)
    yield state.say("again.ask")
    if (yield from ask(state, lambda: public(state, "again", YES_NO, offer=True, encore=True))) is YES:
        yield state.say("parrain.next", seats=declassify.seats(won))
        yield from ask(state, lambda: public(state, NEXT_PARRAIN, one_seat(tuple(state.setup.seats))))


LINES = (
    *lines("outcome.seats", "parrain.next", seats=Form.SEAT),
    *lines("outcome.nobody", "enquiry.broken", "again.ask"),
    *told(*(f"why.{why}" for why in REASONS)),
)
QUESTIONS = (
    Question("again", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),
    Question(NEXT_PARRAIN, Kind.SEATS, "any seat: the winners name the next parrain"),
)
