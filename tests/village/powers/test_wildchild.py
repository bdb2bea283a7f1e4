"""The power `wildchild`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, run, standing, thousand_games

from narrator.core.answers import SILENT, seat
from narrator.village.powers import wildchild
from narrator.village.table import CauseOfDeath

DEALT = "enfant-sauvage voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("wildchild", seat(2), dealt_to=DEALT, centre="villageois*2")
    assert answered == call("wildchild", SILENT, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("wildchild", dealt_to=NOT_DEALT, centre="enfant-sauvage villageois")


def test_it_hunts_once_its_model_is_buried_if_it_lives() -> None:
    state = standing("enfant-sauvage villageois*3 loup-garou")
    state.model = 3
    run(wildchild.buried(state, [(2, CauseOfDeath.VOTE)]))
    assert not state.is_wolf(1)
    run(wildchild.buried(state, [(3, CauseOfDeath.LEFT)]))
    assert state.is_wolf(1)


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("enfant-sauvage")
