"""The power `defender`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, standing, thousand_games

from narrator.core.answers import SILENT, seat
from narrator.village.attacks import guarded

DEALT = "salvateur voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("defender", seat(2), dealt_to=DEALT, centre="villageois*2")
    assert answered == call("defender", SILENT, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("defender", dealt_to=NOT_DEALT, centre="salvateur villageois")


def test_a_guard_covers_all_but_the_girl() -> None:
    state = standing("salvateur petite-fille villageois*3 loup-garou")
    for place, covered in ((2, False), (3, True)):
        state.tonight.guards["defender"] = place
        assert guarded(state, place) is covered


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("salvateur")
