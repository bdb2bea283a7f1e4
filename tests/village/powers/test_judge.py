"""The power `judge`, in the middle of a game."""

from __future__ import annotations

from extension_tables import standing

from narrator.village.powers import judge


def test_he_insists_while_he_lives_though_his_power_is_lost_meanwhile() -> None:
    state = standing("juge-bègue villageois*3 loup-garou")
    assert not judge.insists(state)
    state.tonight.second_vote = True
    assert judge.insists(state)
    state.powerless.add(1)
    assert judge.insists(state)
    state.living = (2, 3, 4, 5)
    assert not judge.insists(state)
