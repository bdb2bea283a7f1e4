"""What everybody knows, folded from the news; and who holds what, for a leader who was told."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from sittings import Script, Sitting
from tables import runs, table

from narrator.rules.core.answers import Leave, seat
from narrator.rules.core.effects import Ask, Deed, Form, News, Tells, Term, Topic
from narrator.rules.core.secrets import Secret
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.moment import Facts
from narrator.table.session.known_cards import Holdings

IDIOT = 6
DEALS = {
    "the seer is asked": ("loup-garou voyante villageois*3 idiot voleur", "villageois*2"),
    "the seer's card lies in the centre": ("loup-garou villageois*4 idiot voleur", "voyante villageois"),
}


def test_who_shows_his_card_and_lives_on_is_alive_until_he_dies() -> None:
    card, death = News(topic=Topic.CARD, seat=2, card="idiot"), News(topic=Topic.DEATH, seat=2)
    facts = Facts(players=3).after(card)
    assert (facts.living, facts.dead) == ((1, 2, 3), {})
    facts = facts.after(death).after(card)
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
                facts = facts.after(effect)
            case Ask(living=living):
                assert facts.living == living
            case _:
                pass


def holdings(**cards: str) -> Holdings:
    """Return holdings that were told of these seats, as `_3="voyante"`."""
    told = Holdings()
    for place, card in cards.items():
        args = (("seat", Term(Form.SEAT, int(place.removeprefix("_")))), ("card", Term(Form.CARD, card)))
        told.note(Deed(line="story.holds", args=Secret(args), tells=Tells.HOLDS))
    return told


def cards(told: Holdings) -> dict[object, object]:
    return {seat.value: card.value for seat, card in told.told()}


def test_whoever_was_never_asked_holds_the_kind_that_is_left_over() -> None:
    told = holdings(_1="loup-garou", _3="voyante")
    assert told.complete(Counter({"loup-garou": 1, "voyante": 1, "villageois": 2}), 4) == ()
    assert cards(told) == {1: "loup-garou", 2: "villageois", 3: "voyante", 4: "villageois"}


def test_of_several_kinds_nobody_is_given_one() -> None:
    told = holdings(_1="loup-garou")
    assert told.complete(Counter({"loup-garou": 1, "voyante": 1, "villageois": 1}), 3) == (2, 3)
    assert cards(told) == {1: "loup-garou"}


def test_a_card_that_may_lie_in_the_centre_is_another_kind_that_is_left_over() -> None:
    told = holdings(_1="loup-garou", _2="voleur")
    assert told.complete(Counter({"loup-garou": 1, "voleur": 1, "sorciere": 1, "villageois": 2}), 3) == (3,)


def test_where_everybody_told_his_card_nothing_is_left() -> None:
    told = holdings(_1="loup-garou", _2="voyante")
    assert told.complete(Counter({"loup-garou": 1, "voyante": 1}), 2) == ()
