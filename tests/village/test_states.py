"""Two states are taken for one only where they are the same in everything, inherited or not."""

from __future__ import annotations

import pytest
from states import state
from tables import table

from narrator.village.phases.deaths import depart
from narrator.village.state import VillageState

SETUP = table("loup-garou voyante villageois*4")


def test_the_same_table_is_the_same_state() -> None:
    assert state(VillageState(SETUP, depart)) == state(VillageState(SETUP, depart))


@pytest.mark.parametrize(("what", "value"), [("living", (1, 2, 3)), ("leaving", [4]), ("office", 2)])
def test_whatever_differs_is_told_apart(what: str, value: object) -> None:
    other = VillageState(SETUP, depart)
    setattr(other, what, value)
    assert state(other) != state(VillageState(SETUP, depart))
