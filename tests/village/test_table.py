"""What is decided before the first word: who is dealt what, and what a table knows of its cards."""

from __future__ import annotations

from collections import Counter

from narrator.core.secrets import Secret
from narrator.village.game import VillageSetup
from narrator.village.table import VILLAGE, WOLVES, Role


def decided(key: bytes, fixed: tuple[tuple[str, ...], tuple[str, ...]] | None = None) -> VillageSetup:
    """Decide on six seats with two cards left in the centre."""
    return VillageSetup(
        game="hamlet",
        players=6,
        roles=(Role(card="wolf", camp=WOLVES), Role(card="thief", camp=VILLAGE, powers=("thief",))),
        hand=(("wolf", 7), ("thief", 1)),
        calls_first=(),
        calls_every=(),
        windows={},
        key=Secret(key),
        fixed=None if fixed is None else Secret(fixed),
    )


def test_every_card_of_the_composition_is_dealt_once_and_the_rest_stays_in_the_centre() -> None:
    seats, centre = decided(b"key").dealt()
    assert (len(seats), len(centre)) == (6, 2)
    assert Counter((*seats, *centre)) == {"wolf": 7, "thief": 1}


def test_the_deal_is_the_key_s_alone() -> None:
    deals = {decided(bytes([number])).dealt()[0] for number in range(40)}
    assert decided(b"key").dealt() == decided(b"key").dealt()
    assert len(deals) == 7, "six seats and the centre: the thief comes everywhere"


def test_a_deal_that_was_decided_elsewhere_is_that() -> None:
    fixed = (("thief", *5 * ("wolf",)), ("wolf", "wolf"))
    assert decided(b"key", fixed).dealt() == fixed


def test_a_table_knows_who_hunts_and_who_carries_a_power() -> None:
    table = decided(b"key")
    assert table.hunters == frozenset({"wolf"})
    assert (table.card_with("thief"), table.card_with("seer")) == ("thief", None)
