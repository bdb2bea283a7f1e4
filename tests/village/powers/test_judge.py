"""The power `judge`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, standing, thousand_games

from narrator.core.answers import SILENT, YES
from narrator.village.powers import judge

DEALT = "juge-bègue voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("judge", YES, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("judge", SILENT, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("judge", dealt_to=NOT_DEALT, centre="juge-bègue villageois")


def test_he_insists_while_he_lives_though_his_power_is_lost_meanwhile() -> None:
    state = standing("juge-bègue villageois*3 loup-garou")
    assert not judge.insists(state)
    state.tonight.second_vote = True
    assert judge.insists(state)
    state.powerless.add(1)
    assert judge.insists(state)
    state.living = (2, 3, 4, 5)
    assert not judge.insists(state)


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("juge-bègue")
