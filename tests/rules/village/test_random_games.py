"""Random games of the powers of every pack and extension reach an end, whatever is answered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import ALONE, Players, played_to_its_end, setups, thousand_games
from tables import NIGHT_GAMES, extension_cards, runs, sampled, table

from narrator.rules.core.answers import SILENT
from narrator.rules.core.effects import Ask, Deed, News, Say, Topic
from narrator.rules.core.play import Walk, choices_of, refusal_of
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.phases.epilogue import OUTCOMES
from narrator.rules.village.table import CauseOfDeath

any_seed = st.integers(0, 2**32)


@pytest.mark.parametrize("name", sampled(NIGHT_GAMES))
def test_every_game_ends_whatever_is_answered_and_all_that_is_said_and_asked_is_declared(name: str) -> None:
    @settings(max_examples=runs(5000, tenths=0.2))
    @given(setups(name), any_seed, st.sampled_from((0.0, 0.02, 0.3)), st.sampled_from((1.0, 0.9, 0.5)))
    def ends(setup: VillageSetup, seed: int, leaving: float, honest: float) -> None:
        # A large table that keys wrong cards half of the time would repeat its round for ever.
        honest = 1.0 if setup.deal.value == "cards" and setup.mode.value == "joueur" else honest
        assert played_to_its_end(setup, Players(setup, seed, leaving=leaving, honest=honest)) in OUTCOMES

    ends()


@settings(max_examples=runs(3000, tenths=0.5))
@given(setups(), any_seed, st.floats(0, 1), st.sampled_from((0.0, 0.05)))
def test_the_truth_about_a_card_is_never_refused(setup: VillageSetup, seed: int, lapses: float, leaving: float) -> None:
    # Whoever does not answer in time may tell the truth later; the narrator never asks for more than there is.
    players, walk = Players(setup, seed, leaving=leaving), Walk(setup)
    walk.run()
    while (ask := walk.pending) is not None:
        truth = players.truth(ask)
        if truth is not None:
            assert refusal_of(ask, truth) is None, (ask.question, truth, choices_of(ask))
        silent = truth is not None and setup.told and players.chance.random() < lapses / 2
        walk.answer(SILENT if silent and SILENT in choices_of(ask).words else players.answer(ask))
        walk.run()


@settings(max_examples=runs(1000))
@given(setups(), any_seed, st.sampled_from((0.0, 0.05)))
def test_nobody_dies_in_a_quiet_night_but_who_leaves(setup: VillageSetup, seed: int, leaving: float) -> None:
    setup = replace(setup, options=replace(setup.options, quiet_night=True))
    players, walk = Players(setup, seed, leaving=leaving), Walk(setup)
    night, causes = 0, set[str | None]()
    while (effect := walk.step()) is not None:
        match effect:
            case News(topic=Topic.NIGHTFALL, number=number):
                night = number
            case Say(line="debate.open" | "trial.open" | "captain.election") if night:
                break
            case Deed(cause=cause) if night:
                causes.add(cause)
            case Ask():
                walk.answer(players.answer(effect))
            case _:
                pass
    assert causes <= {None, CauseOfDeath.LEFT.value, CauseOfDeath.GRIEF.value}


@settings(max_examples=runs(20_000, tenths=0.1))
@given(setups("thiercelieux", most=30, extensions=True), st.integers(0, 2**32), st.sampled_from((0.0, 0.02, 0.3)))
def test_every_game_of_all_cards_ends(setup: VillageSetup, seed: int, leaving: float) -> None:
    played_to_its_end(setup, Players(setup, seed, leaving=leaving))


@pytest.mark.parametrize("card", sorted({*extension_cards("thiercelieux")}))
def test_a_thousand_games_with_each_card_end(card: str) -> None:
    thousand_games(card)


def test_whoever_wins_alone_does_so_at_some_table() -> None:
    hand = "loup-blanc loup-garou ange joueur-de-flûte abominable-sectaire villageois*2"
    tables = [table(hand, key=bytes([number])) for number in range(200)]
    assert {played_to_its_end(setup, Players(setup, number)) for number, setup in enumerate(tables)} >= ALONE
