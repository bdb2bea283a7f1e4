"""The power `infect`, in the middle of a game."""

from __future__ import annotations

from extension_tables import standing

from narrator.village.powers import infect
from narrator.village.table import CauseOfDeath


def test_a_bite_turns_nobody_whom_something_keeps_from_it() -> None:
    for keep in ("guard", "poison", "elder", ""):
        state = standing("infect-père-des-loups salvateur ancien villageois*3")
        state.tonight.bitten = 3 if keep == "elder" else 4
        if keep == "guard":
            state.tonight.guards["defender"] = 4
        if keep == "poison":
            state.tonight.fallen[4] = CauseOfDeath.POISON
        infect.turn(state)
        assert state.hunting == (set() if keep else {4})


def test_a_bitten_piper_plays_no_more() -> None:
    state = standing("infect-père-des-loups joueur-de-flûte villageois*3")
    state.tonight.bitten = 2
    infect.turn(state)
    assert state.powerless == {2}
    assert state.holders("piper") == []
