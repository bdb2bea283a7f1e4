"""Whole games by one button, at virtual time, in all night games: nothing is keyed, and everything is answered."""

from __future__ import annotations

from itertools import pairwise

import pytest
from one_button import Sitting, by_lot
from tables import NIGHT_GAMES, table

from narrator.core.answers import Seats
from narrator.inbox.entry import Pressed
from narrator.session.counting import BEAT, CARD_BEAT
from narrator.session.ports import Pace
from narrator.village.game import VillageSetup

CIRCLES = {
    "thiercelieux": [
        ("loup-garou*2 voleur voyante chasseur cupidon petite-fille villageois*2", "sorcière villageois"),
        ("loup-garou*2 sorcière voyante petite-fille cupidon villageois*3", ""),
    ],
    "mafeking": [("boer*2 sergent-major médecin scout père messager sentinelle vétéran officier-de-cavalerie", "")],
    "infiltres": [
        (
            "infiltré*2 hackeuse ministre pasteur leader-louange lanceuse-d-alerte guetteuse avocate agent-double",
            "croyant*2",
        ),
    ],
    "mafia": [("mafioso*2 ange-gardien villageois*5", "")],
}
EVENINGS = [
    (game, cards, centre, deal)
    for game, circles in CIRCLES.items()
    for cards, centre in circles
    for deal in ("narrator", "cards")
]


def laid(game: str, cards: str, centre: str, deal: str = "narrator", **values: str) -> VillageSetup:
    return table(cards, centre, game=game, deal=deal, prologue=True, values=values)


def test_there_is_an_evening_of_every_night_game() -> None:
    assert CIRCLES.keys() == {*NIGHT_GAMES}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("game", "cards", "centre", "deal"), EVENINGS)
def test_what_is_pressed_is_what_is_keyed_elsewhere(game: str, cards: str, centre: str, deal: str, seed: int) -> None:
    setup = laid(game, cards, centre, deal)
    pressed = Sitting(setup, by_lot(setup, seed)).play()
    keyed = Sitting(setup, by_lot(setup, seed), button=False).play()
    assert {type(entry) for entry in pressed.came} == {Pressed}
    assert pressed.answers == keyed.answers
    assert pressed.outcome == keyed.outcome


@pytest.mark.parametrize("pace", [Pace.SLOW, Pace.FAST])
def test_a_game_by_one_button_can_be_played_at_every_pace(pace: Pace) -> None:
    setup = laid("thiercelieux", *CIRCLES["thiercelieux"][1])
    sitting = Sitting(setup, by_lot(setup, 1), pace=pace).play()
    assert sitting.answers == Sitting(setup, by_lot(setup, 1), button=False).play().answers


def test_votes_with_ties_and_two_that_fall_at_once_can_be_pressed() -> None:
    ties = 0
    for seed in range(12):
        setup = laid(
            "infiltres", *CIRCLES["infiltres"][0], double_elimination="yes", count_votes="no", volunteers="yes"
        )
        pressed = Sitting(setup, by_lot(setup, seed)).play()
        assert pressed.answers == Sitting(setup, by_lot(setup, seed), button=False).play().answers
        ties += sum(say.line == "heard.tie" for _, say in pressed.said)
    assert ties > 2


def test_the_rhythm_is_even() -> None:
    setup = laid("thiercelieux", *CIRCLES["thiercelieux"][1])
    said = Sitting(setup, by_lot(setup, 1)).play().said
    first = next(place for place, (_, say) in enumerate(said) if say.line == "nightfall.girl")
    night = said[first : next(place for place, (_, say) in enumerate(said) if say.line == "dawn")]
    beats = {
        round(then - now, 3)
        for (now, say), (then, following) in pairwise(night)
        if say.line == following.line == "count.seat"
    }
    cards = {
        round(then - now, 3)
        for (now, say), (then, following) in pairwise(night)
        if say.line == following.line == "count.card"
    }
    assert (beats, cards) == ({BEAT}, {CARD_BEAT})


def test_the_seats_are_counted_twice_whatever_is_pressed() -> None:
    setup = laid("mafia", *CIRCLES["mafia"][0])
    sitting = Sitting(setup, by_lot(setup, 1)).play()
    opened = next(at for at, call in sitting.windows if call == "wolves")
    closed = next(at for at, say in sitting.said if say.line == "wolves.sleep")
    counted = [dict(say.args)["seat"].value for at, say in sitting.said if opened <= at < closed and say.args]
    assert counted == [*setup.seats] * 2
    victims = [answer for question, answer in sitting.answers if question == "wolves.victim"]
    assert isinstance(victims[0], Seats)
