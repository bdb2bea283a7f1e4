"""What packs are told of the village is what the village does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups, specials_of
from tables import NIGHT_GAMES, extension_cards, hunter_cards, rules_of, runs, table

from narrator.core.effects import Ask, Show, Window
from narrator.games.registry import engine_facts
from narrator.story.rules import UnknownEngineError
from narrator.village.game import VillageSetup
from narrator.village.powers import POWERS

FACTS = engine_facts("village")
QUESTIONS = FACTS.vocabulary(POWERS).questions


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
            slots = opening.slots + len(opening.more & rules_of(setup.game).powers)
        elif isinstance(effect, Show):
            assert effect.slot < slots
        elif isinstance(effect, Ask):
            assert QUESTIONS[effect.question].about == (effect.about is not None)
            assert effect.slot is None or effect.slot < slots


@pytest.mark.parametrize("name", NIGHT_GAMES)
def test_no_window_is_asked_of_packs_that_the_village_never_opens(name: str) -> None:
    rules = rules_of(name)
    cards = [*hunter_cards(name) * 2, *specials_of(name), *extension_cards(name), rules.filler]
    centre = [card for rule in rules.cards.values() for card, count in rule.adds.items() for _ in range(count)]
    opened: set[str] = set()
    for mode in ("meneur", "joueur"):
        for deal in ("narrator", "cards"):
            for reveal in ("role", "camp"):
                for seed in range(8):
                    setup = table(cards, centre, game=name, mode=mode, deal=deal, prologue=True, reveal=reveal)
                    effects, _, _ = game(setup, Players(setup, seed))
                    opened |= {effect.call for effect in effects if isinstance(effect, Window)}
    due = {call for call, opening in FACTS.openings.items() if not opening.carrier or opening.carrier in rules.powers}
    assert due == opened | {"girl"} & due, "who is known without a call is asked for by a leader alone"
    assert set(rules.windows) == due


def test_an_engine_that_does_not_exist_is_refused_with_those_that_do() -> None:
    with pytest.raises(UnknownEngineError, match=r"'town'.*village"):
        engine_facts("town")
