"""Founding a game: a table without cards of the extensions knows nothing of them, and stores what it always did."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tables import rules_of

from narrator.rules.core.secrets import Secret
from narrator.rules.village.game import VillageSetup
from narrator.table.games.founding import found, restored, written
from narrator.table.setup.composition import Hand, suggested
from narrator.table.setup.setup_answers import SetupAnswers

RULES = rules_of("thiercelieux")
BOX = [card for card, its in RULES.cards.items() if not its.extension]


def laid(hand: Hand, **settings: Sequence[str]) -> VillageSetup:
    return found(RULES, SetupAnswers(players=12, settings=settings), hand, Secret(b"key"))


def test_a_table_of_the_box_stores_nothing_of_the_extensions() -> None:
    header = written(laid(suggested(RULES, 12, "full")))
    assert [role[0] for role in header["roles"]] == BOX  # type: ignore[attr-defined]
    assert (header["calls_first"], header["calls_every"]) == (["thief", "cupid", "lovers"], ["seer", "wolves", "witch"])
    windows = "thief cupid lovers seer wolves girl witch round key_card tour practice death"
    assert list(header["windows"]) == windows.split()  # type: ignore[call-overload]


def test_a_table_with_a_card_of_an_extension_knows_that_one_alone() -> None:
    setup = laid(suggested(RULES, 12, "full", extra=["renard"]))
    assert [role.card for role in setup.roles] == [*BOX, "renard"]
    assert setup.calls_every == ("seer", "fox", "wolves", "witch")
    assert restored(written(setup)) == setup


@pytest.mark.parametrize("option", ["elder_revenge", "girl_protected"])
def test_an_option_of_the_extensions_is_stored_where_it_is_not_as_usual(option: str) -> None:
    usual = laid(suggested(RULES, 12, "full", extra=["ancien", "salvateur"]))
    word = "no" if getattr(usual.options, option) else "yes"
    other = laid(suggested(RULES, 12, "full", extra=["ancien", "salvateur"]), **{option: (word,)})
    assert other.options != usual.options
    assert restored(written(other)).options == other.options
    assert restored(written(usual)).options == usual.options
