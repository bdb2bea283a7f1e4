"""The power `crow`, in the middle of a game."""

from __future__ import annotations

from extension_tables import run, standing

from narrator.village.powers import crow


def test_nobody_hears_of_a_mark_that_was_lost() -> None:
    state = standing("corbeau villageois*3 loup-garou")
    state.tonight.marked = 2
    assert run(crow.announce(state)) == ["crow.announced"]
    state.living = (2, 3, 4, 5)
    assert run(crow.announce(state)) == []
