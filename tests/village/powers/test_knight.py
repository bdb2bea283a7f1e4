"""The power `knight`, in the middle of a game."""

from __future__ import annotations

import pytest
from extension_tables import run, standing

from narrator.village.powers import knight
from narrator.village.table import CauseOfDeath


@pytest.mark.parametrize("cause", CauseOfDeath)
def test_only_an_attack_wakes_his_rust(cause: CauseOfDeath) -> None:
    state = standing("loup-garou villageois*2 chevalier villageois loup-garou")
    state.living = (1, 2, 3, 5, 6)
    run(knight.buried(state, [(4, cause)]))
    assert state.doomed == ([6] if cause is CauseOfDeath.NIGHT else [])


def test_his_rust_goes_around_the_circle() -> None:
    state = standing("loup-garou villageois*2 chevalier villageois*2")
    state.living = (1, 2, 3, 5, 6)
    run(knight.buried(state, [(4, CauseOfDeath.NIGHT)]))
    assert state.doomed == [1]
