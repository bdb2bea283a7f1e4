"""The power `crow`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, run, standing, thousand_games

from narrator.core.answers import SILENT, seat
from narrator.village.powers import crow

DEALT = "corbeau voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("crow", seat(2), dealt_to=DEALT, centre="villageois*2")
    assert answered == call("crow", SILENT, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("crow", dealt_to=NOT_DEALT, centre="corbeau villageois")


def test_nobody_hears_of_a_mark_that_was_lost() -> None:
    state = standing("corbeau villageois*3 loup-garou")
    state.tonight.marked = 2
    assert run(crow.announce(state)) == ["crow.announced"]
    state.living = (2, 3, 4, 5)
    assert run(crow.announce(state)) == []


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("corbeau")
