"""The power `bigwolf`: its call is heard alike whoever holds the card, and games with it end."""

from __future__ import annotations

from extension_tables import call, standing, thousand_games

from narrator.core.answers import NOBODY, SILENT
from narrator.core.effects import Ask
from narrator.village.powers import bigwolf

DEALT = "grand-méchant-loup voleur loup-garou*2 villageois*5"
NOT_DEALT = "villageois voleur loup-garou*2 villageois*5"


def test_its_call_is_heard_alike_for_an_answer_a_silence_and_a_card_in_the_centre() -> None:
    answered = call("bigwolf", NOBODY, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("bigwolf", SILENT, dealt_to=DEALT, centre="villageois*2")
    assert answered == call("bigwolf", dealt_to=NOT_DEALT, centre="grand-méchant-loup villageois")


def test_he_hunts_alone_only_while_no_hunter_has_died() -> None:
    state = standing("grand-méchant-loup loup-garou villageois*4")
    assert any(isinstance(effect, Ask) for effect in [next(bigwolf.act(state))])
    state.hunter_lost = True
    assert list(bigwolf.act(state)) == []


def test_a_thousand_games_with_it_end() -> None:
    thousand_games("grand-méchant-loup")
