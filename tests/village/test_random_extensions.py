"""Random games with the cards of the extensions: they go on and end, whatever is answered, in all modes and deals."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import ALONE, Players, played_to_its_end, setups, thousand_games
from tables import extension_cards, runs, table

from narrator.village.game import VillageSetup


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
