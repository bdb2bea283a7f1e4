"""Who comes to hunt, and when."""

from __future__ import annotations

from tables import run, standing

from narrator.core.answers import SILENT, VILLAGE, WOLVES
from narrator.core.effects import Ask
from narrator.core.play import choices_of
from narrator.village.powers.turning import WILDCHILD, WOLFHOUND, turn_bitten
from narrator.village.table import CauseOfDeath


def test_a_bite_turns_nobody_whom_something_keeps_from_it() -> None:
    for keep in ("guard", "poison", "elder", ""):
        state = standing("infect-père-des-loups salvateur ancien villageois*3")
        state.tonight.bitten = 3 if keep == "elder" else 4
        if keep == "guard":
            state.tonight.guards["defender"] = 4
        if keep == "poison":
            state.tonight.fallen[4] = CauseOfDeath.POISON
        turn_bitten(state)
        assert state.hunting == (set() if keep else {4})


def test_a_bitten_piper_plays_no_more() -> None:
    state = standing("infect-père-des-loups joueur-de-flûte villageois*3")
    state.tonight.bitten = 2
    turn_bitten(state)
    assert state.powerless == {2}
    assert state.holders("piper") == []


def test_a_wild_child_hunts_once_its_model_is_buried_if_it_lives() -> None:
    state = standing("enfant-sauvage villageois*3 loup-garou")
    state.model = 3
    run(WILDCHILD.buried(state, [(2, CauseOfDeath.VOTE)]))
    assert not state.is_wolf(1)
    run(WILDCHILD.buried(state, [(3, CauseOfDeath.LEFT)]))
    assert state.is_wolf(1)


def test_a_wolf_hound_may_choose_one_of_two_sides() -> None:
    state = standing("chien-loup villageois*3 loup-garou")
    ask = next(WOLFHOUND.act(state))
    assert isinstance(ask, Ask)
    assert choices_of(ask).words == (VILLAGE, WOLVES, SILENT)
