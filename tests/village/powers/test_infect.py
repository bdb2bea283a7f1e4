"""The power `infect`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, standing, thousand_games

from narrator.core.answers import NO, SILENT
from narrator.village.powers import infect
from narrator.village.table import CauseOfDeath

DEALT = "infect-père-des-loups voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("infect", NO, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("infect", SILENT, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("infect", dealt_to=NOT_DEALT, centre="infect-père-des-loups villageois")


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


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("infect-père-des-loups")
