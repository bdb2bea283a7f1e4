"""Powers that show when their holder is attacked or dies."""

from __future__ import annotations

import pytest
from tables import run, standing

from narrator.village.powers.when_attacked import ELDER, KNIGHT, elder_withstands, has_a_life_to_spare
from narrator.village.table import CauseOfDeath


def test_an_elder_withstands_one_attack() -> None:
    state = standing("ancien villageois*3 loup-garou")
    assert has_a_life_to_spare(state, 1)
    assert elder_withstands(state, 1)
    assert not elder_withstands(state, 1)
    assert not elder_withstands(state, 2)


@pytest.mark.parametrize("cause", CauseOfDeath)
def test_the_village_s_own_hand_alone_takes_the_powers(cause: CauseOfDeath) -> None:
    state = standing("ancien voyante villageois*2 chien-loup loup-garou")
    state.living = (2, 3, 4, 5, 6)
    told = run(ELDER.buried(state, [(1, cause)]))
    own = cause in (CauseOfDeath.VOTE, CauseOfDeath.POISON, CauseOfDeath.SHOT)
    assert told == (["elder.revenge"] if own else [])
    assert state.powerless == ({2, 3, 4} if own else set()), "neither hunters nor who is in between"


@pytest.mark.parametrize("cause", CauseOfDeath)
def test_only_an_attack_wakes_the_knight_s_rust(cause: CauseOfDeath) -> None:
    state = standing("loup-garou villageois*2 chevalier villageois loup-garou")
    state.living = (1, 2, 3, 5, 6)
    run(KNIGHT.buried(state, [(4, cause)]))
    assert state.doomed == ([6] if cause is CauseOfDeath.NIGHT else [])


def test_the_knight_s_rust_goes_around_the_circle() -> None:
    state = standing("loup-garou villageois*2 chevalier villageois*2")
    state.living = (1, 2, 3, 5, 6)
    run(KNIGHT.buried(state, [(4, CauseOfDeath.NIGHT)]))
    assert state.doomed == [1]
