"""The power `fox`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, thousand_games

from narrator.core.answers import SILENT, seat
from narrator.village.powers.fox import POWER

DEALT = "renard voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("fox", seat(2), dealt_to=DEALT, centre="villageois*2")
    assert answered == call("fox", SILENT, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("fox", dealt_to=NOT_DEALT, centre="renard villageois")


def test_the_deed_of_the_fox_is_told_after_the_game() -> None:
    assert [line.id for line in POWER.lines if line.tale] == ["story.fox"]


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("renard")
