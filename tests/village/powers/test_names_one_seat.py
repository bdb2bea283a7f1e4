"""Powers that name one seat, in the middle of a game."""

from __future__ import annotations

from tables import run, standing

from narrator.village.hunt import guarded
from narrator.village.powers.names_one_seat import tell_marked


def test_nobody_hears_of_a_mark_that_was_lost() -> None:
    state = standing("corbeau villageois*3 loup-garou")
    state.tonight.marked = 2
    assert run(tell_marked(state)) == ["crow.announced"]
    state.living = (2, 3, 4, 5)
    assert run(tell_marked(state)) == []


def test_a_guard_covers_all_but_the_girl() -> None:
    state = standing("salvateur petite-fille villageois*3 loup-garou")
    for place, covered in ((2, False), (3, True)):
        state.tonight.guards["defender"] = place
        assert guarded(state, place) is covered
