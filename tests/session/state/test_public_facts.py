"""What everybody knows, folded from the news: who is dead with which card, and who is not."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from sittings import Script, Sitting
from tables import runs, table

from narrator.core.answers import Leave, seat
from narrator.core.effects import Ask, News, Topic
from narrator.session.game_state import Facts
from narrator.village.game import VillageSetup

IDIOT = 6
DEALS = {
    "the seer is asked": ("loup-garou voyante villageois*3 idiot voleur", "villageois*2"),
    "the seer's card lies in the centre": ("loup-garou villageois*4 idiot voleur", "voyante villageois"),
}


def test_who_shows_his_card_and_lives_on_is_alive_until_he_dies() -> None:
    facts = Facts(players=3)
    card = News(topic=Topic.CARD, seat=2, card="idiot")
    facts.note(card)
    assert (facts.living, facts.dead) == ((1, 2, 3), {})
    facts.note(News(topic=Topic.DEATH, seat=2))
    facts.note(card)
    assert (facts.living, facts.dead) == ((1, 3), {2: "idiot"})


@pytest.mark.parametrize("deal", DEALS.values(), ids=DEALS)
def test_the_idiot_who_was_spared_leaves_by_night_whoever_is_asked_then(deal: tuple[str, str]) -> None:
    held, centre = deal
    setup = table(held, centre, values={"elect": "never"})
    script: Script = {
        "thief.card": [[]],
        "seer.target": [[]] * 3,
        "wolves.victim": [[]] * 2,
        "vote.result": [seat(IDIOT)],
    }
    calm = Sitting(setup, script)
    assert calm.play() == "vote.result"
    again = Sitting(setup, script)
    again.key_twice([at for at, call in calm.windows if call == "seer"][1] + 2.0, Leave(IDIOT))
    assert again.play() == "vote.result"
    assert "left.dead" in again.lines()


@settings(max_examples=runs(500))
@given(setups(extensions=True, most=14), st.integers(0, 2**32))
def test_the_living_are_those_whom_the_game_takes_for_alive(setup: VillageSetup, seed: int) -> None:
    effects, _, _ = game(setup, Players(setup, seed, leaving=0.02))
    facts = Facts(setup.players)
    for effect in effects:
        match effect:
            case News():
                facts.note(effect)
            case Ask(living=living):
                assert facts.living == living
            case _:
                pass
