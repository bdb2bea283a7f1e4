"""After the outcome, nothing is secret: who held what, who did the deeds, and whether to play again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from narrator.core.answers import YES_NO, Kind, Leave
from narrator.core.effects import Effect, Form, News, Pause, Say, Topic
from narrator.core.modes import Wordiness
from narrator.core.play import Play
from narrator.core.table_questions import public
from narrator.core.vocabulary import Question, lines, told
from narrator.village import declassify
from narrator.village.phases.turning_points import story
from narrator.village.phases.victory import OUTCOMES, REASONS, reason
from narrator.village.state import VillageState, scene

HELD = "epilogue.held"


def epilogue(state: VillageState, outcome: str) -> Play[None]:
    """Tell the end: who has won, what decided it, and who held what."""
    yield scene(f"victory.{outcome}")
    yield Pause(seconds=2.0)
    yield News(topic=Topic.OUTCOME, word=outcome)
    yield replace(state.say(f"outcome.{outcome}"), note=f"why.{reason(state, outcome)}")
    briefly = state.options.words is Wordiness.FEW
    if not briefly:
        yield from story(state)
    yield state.say("epilogue.open")
    holders = sorted(state.cards.items())
    for card, _ in state.setup.hand:
        held = [seat for seat, held in holders if held == card]
        if held and state.setup.role(card).powers:
            yield state.say(HELD, card=declassify.held_card(card), seats=declassify.seats(held))
    for line, seats in state.secret_history.deeds if briefly else ():
        yield state.say(line, seats=declassify.seats(seats))
    yield from _again(state)


def _again(state: VillageState) -> Play[None]:
    """Ask whether to play again. Who leaves now leaves no game."""
    while True:
        yield state.say("again.ask")
        if not isinstance((yield public(state, "again", YES_NO, offer=True, encore=True)), Leave):
            return


def named_cards(effects: Iterable[Effect]) -> dict[int, str]:
    """Return the cards that were named aloud at the end, by seat: those with a power."""
    found: dict[int, str] = {}
    for effect in effects:
        if isinstance(effect, Say) and effect.line == HELD:
            facts = {name: fact.value for name, fact in effect.args}
            seats = facts["seats"] if isinstance(facts["seats"], tuple) else ()
            found |= {seat: str(facts["card"]) for seat in seats if isinstance(seat, int)}
    return found


LINES = (
    *lines(*(f"outcome.{outcome}" for outcome in OUTCOMES), "epilogue.open", "again.ask"),
    *told(*(f"why.{why}" for why in REASONS)),
    *lines(HELD, card=Form.CARD, seats=Form.SEAT),
)
QUESTIONS = (Question("again", Kind.YES_NO, "yes | no (answers itself in a rehearsal)"),)
