"""A verdict is carried out on whom no card saves."""

from __future__ import annotations

from tables import run, standing

from narrator.village.phases.judgement import condemn
from narrator.village.table import CauseOfDeath


def test_of_two_condemned_the_idiot_lives() -> None:
    state = standing("idiot villageois*3 loup-garou")
    assert run(condemn(state, (1, 2), CauseOfDeath.VOTE, "vote.dead"))[:2] == ["idiot.shown", "vote.dead"]
    assert 1 in state.living
    assert 2 not in state.living
    assert "vote.dead" in run(condemn(state, (1,), CauseOfDeath.VOTE, "vote.dead"))
    assert 1 not in state.living
