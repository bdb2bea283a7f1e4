"""What packs are told of the village is what the village does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from tables import WINDOWS, runs, table

from narrator.core.effects import Ask, Show, Window
from narrator.session.engines import engine_facts
from narrator.story.engine import UnknownEngineError
from narrator.village.powers import POWERS
from narrator.village.setup import VillageSetup

FACTS = engine_facts("village")
QUESTIONS = FACTS.vocabulary(POWERS).questions
EVERYONE = "loup-garou loup-garou voyante cupidon sorcière petite-fille chasseur voleur villageois*2"


@settings(max_examples=runs(1000))
@given(setups(), st.integers(0, 2**32))
def test_windows_and_questions_are_as_packs_are_told(setup: VillageSetup, seed: int) -> None:
    effects, _, _ = game(setup, Players(setup, seed))
    carried = {power for card, count in setup.hand if count for power in setup.role(card).powers}
    slots = 0
    for effect in effects:
        if isinstance(effect, Window):
            opening = FACTS.openings[effect.call]
            assert not opening.carrier or opening.carrier in carried
            slots = opening.slots + len(opening.more & carried)
        elif isinstance(effect, Show):
            assert effect.slot < slots
        elif isinstance(effect, Ask):
            assert QUESTIONS[effect.question].about == (effect.about is not None)
            assert effect.slot is None or effect.slot < slots


def test_no_window_is_asked_of_packs_that_the_village_never_opens() -> None:
    opened: set[str] = set()
    carried: set[str] = set()
    for mode in ("meneur", "joueur"):
        for deal in ("narrator", "cards"):
            setup = table(EVERYONE, "villageois*2", mode=mode, deal=deal, prologue=True, values={"reveal": "camp"})
            effects, _, _ = game(setup, Players(setup, 7))
            opened |= {effect.call for effect in effects if isinstance(effect, Window)}
            carried = {power for card, _ in setup.hand for power in setup.role(card).powers}
    due = {name for name, opening in FACTS.openings.items() if not opening.carrier or opening.carrier in carried}
    assert due - opened <= {"practice"}, "only a trial night depends on what the players want"
    assert set(WINDOWS) == due


def test_an_engine_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(UnknownEngineError, match=r"'town'.*village"):
        engine_facts("town")
