"""The power `elder`, in the middle of a game."""

from __future__ import annotations

import pytest
from extension_tables import run, standing

from narrator.village.powers import elder
from narrator.village.table import CauseOfDeath


def test_he_withstands_one_attack() -> None:
    state = standing("ancien villageois*3 loup-garou")
    assert elder.has_a_life_to_spare(state, 1)
    assert elder.withstands(state, 1)
    assert not elder.withstands(state, 1)
    assert not elder.withstands(state, 2)


@pytest.mark.parametrize("cause", CauseOfDeath)
def test_the_village_s_own_hand_alone_takes_the_powers(cause: CauseOfDeath) -> None:
    state = standing("ancien voyante villageois*2 chien-loup loup-garou")
    state.living = (2, 3, 4, 5, 6)
    told = run(elder.buried(state, [(1, cause)]))
    own = cause in (CauseOfDeath.VOTE, CauseOfDeath.POISON, CauseOfDeath.SHOT)
    assert told == (["elder.revenge"] if own else [])
    assert state.powerless == ({2, 3, 4} if own else set()), "neither hunters nor who is in between"
