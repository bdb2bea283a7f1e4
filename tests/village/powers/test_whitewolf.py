"""The power `whitewolf`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, standing, thousand_games

from narrator.core.answers import NOBODY, SILENT
from narrator.village.powers import whitewolf

DEALT = "loup-blanc voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("whitewolf", NOBODY, dealt_to=DEALT, centre="villageois*2", night=2)
    assert answered == call("whitewolf", SILENT, dealt_to=DEALT, centre="villageois*2", night=2)
    assert answered == call("whitewolf", dealt_to=NOT_DEALT, centre="loup-blanc villageois", night=2)


def test_he_wins_as_the_only_one_alive() -> None:
    state = standing("loup-blanc villageois*3 loup-garou")
    assert not whitewolf.wins(state)
    state.living = (1,)
    assert whitewolf.wins(state)
    state.living = (5,)
    assert not whitewolf.wins(state)


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("loup-blanc")
