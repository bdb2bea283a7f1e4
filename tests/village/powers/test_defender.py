"""The power `defender`, in the middle of a game."""

from __future__ import annotations

from extension_tables import standing

from narrator.village.attacks import guarded


def test_a_guard_covers_all_but_the_girl() -> None:
    state = standing("salvateur petite-fille villageois*3 loup-garou")
    for place, covered in ((2, False), (3, True)):
        state.tonight.guards["defender"] = place
        assert guarded(state, place) is covered
