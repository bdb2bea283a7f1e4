"""The power `wolfhound`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, standing, thousand_games

from narrator.core.answers import SILENT, VILLAGE, WOLVES
from narrator.core.effects import Ask
from narrator.core.play import choices_of
from narrator.village.powers import wolfhound

DEALT = "chien-loup voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("wolfhound", WOLVES, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("wolfhound", SILENT, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("wolfhound", dealt_to=NOT_DEALT, centre="chien-loup villageois")


def test_he_may_choose_one_of_two_sides() -> None:
    state = standing("chien-loup villageois*3 loup-garou")
    ask = next(wolfhound.act(state))
    assert isinstance(ask, Ask)
    assert choices_of(ask).words == (VILLAGE, WOLVES, SILENT)


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("chien-loup")
