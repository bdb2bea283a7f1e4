"""Random games, at the seam: whatever the table, the options and the players, the game goes on and ends."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from tables import runs

from narrator.core.effects import Ask, News, Say, Topic
from narrator.core.play import choices_of
from narrator.village.catalogue import vocabulary
from narrator.village.powers import POWERS
from narrator.village.setup import VillageSetup
from narrator.village.victory import OUTCOMES

WORDS = vocabulary(POWERS)


@settings(max_examples=runs(5000))
@given(setups(), st.integers(0, 2**32), st.sampled_from((0.0, 0.02, 0.3)), st.sampled_from((1.0, 0.9, 0.5)))
def test_every_game_ends_whatever_is_answered(setup: VillageSetup, seed: int, leaving: float, honest: float) -> None:
    # A large table that keys wrong cards half of the time would repeat its round for ever.
    honest = 1.0 if setup.deal.value == "cards" and setup.mode.value == "joueur" else honest
    effects, _, walk = game(setup, Players(setup, seed, leaving=leaving, honest=honest))
    assert walk.outcome in OUTCOMES
    dead = [effect.seat for effect in effects if isinstance(effect, News) and effect.topic is Topic.DEATH]
    assert len(dead) == len(set(dead)), "nobody dies twice"


@settings(max_examples=runs(1000))
@given(setups(), st.integers(0, 2**32))
def test_what_is_said_and_asked_is_declared(setup: VillageSetup, seed: int) -> None:
    effects, _, _ = game(setup, Players(setup, seed, leaving=0.02))
    for effect in effects:
        if isinstance(effect, Say):
            assert tuple(name for name, _ in effect.args) == tuple(name for name, _ in WORDS.lines[effect.line].args)
        elif isinstance(effect, Ask):
            declared = WORDS.questions[effect.question]
            # With real cards and a leader the unseen card of the dead is keyed in a window of the day.
            assert (effect.slot is not None) == declared.secret or effect.question == "death.card"
            assert choices_of(effect).kind is declared.kind
