"""The composition table, row by row, in the pack and at the table; the order of the seats."""

from __future__ import annotations

import pytest
from havana import JOKERS, TOKENS, family
from hypothesis import given
from hypothesis import strategies as st
from shipped import shipped

from narrator.cuba.takes import TokensError, left_of, right_of, tokens_of
from narrator.story.rules import CubaRules


@pytest.fixture(scope="module")
def rules() -> CubaRules:
    loaded = shipped("cuba").rules
    assert isinstance(loaded, CubaRules)
    return loaded


@pytest.mark.parametrize("players", TOKENS)
def test_the_pack_has_the_row_of_the_rulings(rules: CubaRules, players: int) -> None:
    assert dict(rules.tokens[players]) == TOKENS[players]
    assert rules.jokers[players] == JOKERS[players]


def test_the_pack_has_no_other_row(rules: CubaRules) -> None:
    assert set(rules.tokens) == set(rules.jokers) == set(TOKENS)
    assert (rules.players.hard_least, rules.players.least, rules.players.most) == (5, 6, 12)
    assert (rules.diamonds, rules.pocket) == (15, 5)


@pytest.mark.parametrize("players", TOKENS)
def test_the_nettoyeur_replaces_one_fidele(players: int) -> None:
    usual, changed = dict(tokens_of(TOKENS[players])), dict(tokens_of(TOKENS[players], nettoyeur=True))
    assert changed.get("fidele", 0) == usual["fidele"] - 1
    assert changed["nettoyeur"] == 1
    assert sum(changed.values()) == sum(usual.values())


def test_without_a_fidele_there_is_nobody_to_replace() -> None:
    with pytest.raises(TokensError, match=r"^the nettoyeur replaces a fidèle, and there is none at this table$"):
        tokens_of({"agent": 2}, nettoyeur=True)


def test_the_box_goes_clockwise_from_the_parrains_left() -> None:
    assert family(6).box_order == (2, 3, 4, 5, 6)
    assert family(6, parrain=4).box_order == (5, 6, 1, 2, 3)
    assert family(6, parrain=6).box_order == (1, 2, 3, 4, 5)


@given(st.integers(2, 40).flatmap(lambda players: st.tuples(st.integers(1, players), st.just(players))))
def test_left_and_right_are_opposite(seated: tuple[int, int]) -> None:
    seat, players = seated
    assert right_of(left_of(seat, players), players) == seat
    assert 1 <= left_of(seat, players) <= players
