"""After the outcome, nothing is secret: who held what, who did the deeds, and whether to play again."""

from __future__ import annotations

from narrator.core.answers import Kind
from narrator.core.effects import Form, News, Pause, Topic
from narrator.core.modes import Wordiness
from narrator.core.play import Play
from narrator.core.vocabulary import Question, lines
from narrator.village import declassify
from narrator.village.asking import YES_NO, public
from narrator.village.phases.turning_points import story
from narrator.village.phases.victory import OUTCOMES
from narrator.village.state import VillageState, scene


def epilogue(state: VillageState, outcome: str) -> Play[None]:
    """Tell the end: who has won, what decided it, and who held what."""
    yield scene(f"victory.{outcome}")
    yield Pause(seconds=2.0)
    yield News(topic=Topic.OUTCOME, word=outcome)
    yield state.say(f"outcome.{outcome}")
    briefly = state.options.words is Wordiness.FEW
    if not briefly:
        yield from story(state)
    yield state.say("epilogue.open")
    holders = sorted(state.cards.items())
    for card, _ in state.setup.hand:
        held = [seat for seat, held in holders if held == card]
        if held and state.setup.role(card).powers:
            yield state.say("epilogue.held", card=declassify.held_card(card), seats=declassify.seats(held))
    for line, seats in state.secret_history.deeds if briefly else ():
        yield state.say(line, seats=declassify.seats(seats))
    yield state.say("again.ask")
    yield public(state, "again", YES_NO, offer=True, encore=True)


LINES = (
    *lines(*(f"outcome.{outcome}" for outcome in OUTCOMES), "epilogue.open", "again.ask"),
    *lines("epilogue.held", card=Form.CARD, seats=Form.SEAT),
)
QUESTIONS = (Question("again", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),)
