"""The power `martyr`, in the middle of a game."""

from __future__ import annotations

import pytest
from extension_tables import run, standing

from narrator.village.powers import martyr
from narrator.village.table import CauseOfDeath


@pytest.mark.parametrize("cause", CauseOfDeath)
@pytest.mark.parametrize(("night", "day"), [(0, 0), (1, 1), (2, 2)])
def test_two_deaths_are_the_ones_that_he_wants(cause: CauseOfDeath, night: int, day: int) -> None:
    state = standing("ange villageois*3 loup-garou")
    state.night, state.day = night, day
    run(martyr.buried(state, [(2, cause)]))
    assert not state.risen
    run(martyr.buried(state, [(1, cause)]))
    assert state.risen is ((night, cause) in ((0, CauseOfDeath.VOTE), (1, CauseOfDeath.NIGHT)))
