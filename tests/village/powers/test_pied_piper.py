"""The power `piper`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, standing, thousand_games

from narrator.core.answers import SILENT, Seats
from narrator.village.powers import pied_piper

DEALT = "joueur-de-flûte voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("piper", Seats((2, 3)), dealt_to=DEALT, centre="villageois*2")
    assert answered == call("piper", SILENT, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("piper", dealt_to=NOT_DEALT, centre="joueur-de-flûte villageois")


def test_he_wins_once_all_others_alive_are_charmed() -> None:
    state = standing("joueur-de-flûte villageois*3 loup-garou")
    state.charmed = {2, 3, 4}
    assert not pied_piper.wins(state)
    state.living = (1, 2, 3, 4)
    assert pied_piper.wins(state)
    state.powerless.add(1)
    assert not pied_piper.wins(state)


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("joueur-de-flûte")
