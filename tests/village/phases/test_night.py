"""The night: who is called, what a leader is told of a call, and the tour after them."""

from __future__ import annotations

import pytest
from rooms import wording
from tables import run, standing, table

from narrator.core.answers import DONE, NOBODY, Seats
from narrator.core.effects import Say
from narrator.core.play import play, refusal_of
from narrator.village.phases.night import tour


@pytest.mark.parametrize(("language", "words"), [("fr", "ou personne"), ("en", "Or nobody")])
@pytest.mark.parametrize("centre", ["", "voleur villageois"])
def test_nobody_is_offered_as_holder_only_where_the_card_may_lie_in_the_centre(
    language: str, words: str, centre: str
) -> None:
    cards = "loup-garou*2 voyante villageois*4"
    setup = table(cards, centre, mode="meneur", deal="cards", elect="never")
    asked = play(setup, [DONE, NOBODY] if centre else [DONE]).pending
    assert asked is not None
    assert asked.question == "seer.seat"
    assert (words in wording(setup, language).prompt(asked)) == (refusal_of(asked, NOBODY) is None) == bool(centre)


def test_nobody_is_not_offered_to_a_leader_where_hunters_must_be() -> None:
    setup = table("loup-garou*2 villageois*5", mode="meneur", deal="cards", elect="never")
    asked = play(setup, [DONE]).pending
    assert asked is not None
    assert asked.question == "wolves.seats"
    assert refusal_of(asked, Seats((1, 2))) is None
    assert wording(setup).prompt(asked).endswith("comme 3 7.")


@pytest.mark.parametrize("card", ["joueur-de-flûte", "infect-père-des-loups"])
def test_it_sounds_the_same_whoever_has_something_to_learn(card: str) -> None:
    idle, busy = standing(f"{card} villageois*3 loup-garou"), standing(f"{card} villageois*3 loup-garou")
    busy.charmed, busy.infected = {2}, {2, 3}
    assert run(tour(idle)) == run(tour(busy)) == ["tonight.round", *["round.seat"] * 5, "round.end"]


@pytest.mark.parametrize(
    ("options", "called"),
    [({}, [1, 2, 4, 5]), ({"call_the_dead": "yes"}, [1, 2, 3, 4, 5]), ({"reveal": "camp"}, [1, 2, 3, 4, 5])],
    ids=["by default", "the dead are called", "cards stay hidden"],
)
def test_the_dead_leave_it_where_nobody_calls_them(options: dict[str, str], called: list[int]) -> None:
    state = standing("joueur-de-flûte villageois*3 loup-garou", **options)
    state.living = (1, 2, 4, 5)
    said = [effect for effect in tour(state) if isinstance(effect, Say) and effect.line == "round.seat"]
    assert [fact.value for effect in said for _, fact in effect.args] == called


def test_it_is_not_made_for_other_cards() -> None:
    assert run(tour(standing("loup-garou villageois*4"))) == []
