"""Attacks: in which compositions there may be several, and what stops one."""

from __future__ import annotations

import pytest
from tables import standing, table

from narrator.village.hunt import several, stopped


@pytest.mark.parametrize(
    ("cards", "many"),
    [("loup-garou", False), ("infect-père-des-loups", False), ("grand-méchant-loup", True), ("loup-blanc", True)],
)
def test_several_may_be_attacked_where_somebody_attacks_alone(cards: str, many: bool) -> None:
    assert several(table(f"{cards} villageois*5")) is many


@pytest.mark.parametrize("protected", ["no", "yes"])
def test_an_attack_is_stopped_by_a_remedy_and_by_a_guard(protected: str) -> None:
    state = standing("petite-fille salvateur villageois*3 loup-garou", girl_protected=protected)
    state.tonight.healed.add(3)
    state.tonight.guards["defender"] = 1
    assert [stopped(state, seat) for seat in (1, 2, 3)] == [protected == "yes", False, True]
    state.tonight.guards = {"lawyer": 1}
    assert stopped(state, 1), "another protector covers whoever spies"
