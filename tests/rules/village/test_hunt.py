"""Whom the hunters may attack, what stops an attack, and what the tale says that somebody died of."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tables import standing, table

from narrator.rules.core.answers import DONE, NO, YES, Answer, seat
from narrator.rules.core.effects import Deed
from narrator.rules.core.play import play
from narrator.rules.village.state import camp, neighbours, next_hunter, of_the_hunted, several, stopped


def test_a_loner_is_a_camp_of_his_own_and_the_angel_a_villager() -> None:
    state = standing("loup-blanc joueur-de-flûte abominable-sectaire ange villageois loup-garou")
    camps = ["whitewolf", "piper", "sectarian", "village", "village", "wolves"]
    assert [camp(state, seat) for seat in state.living] == camps


def test_who_was_turned_wins_with_the_hunters_and_keeps_his_card() -> None:
    state = standing("villageois*4 loup-garou")
    state.hunting.add(2)
    assert camp(state, 2) == "wolves"
    assert of_the_hunted(state, 2)


def test_who_is_in_between_is_none_of_the_hunted() -> None:
    state = standing("enfant-sauvage chien-loup ange joueur-de-flûte abominable-sectaire voyante villageois loup-garou")
    assert [seat for seat in state.living if of_the_hunted(state, seat)] == [6, 7]


def test_neighbours_are_the_nearest_alive_around_the_circle() -> None:
    state = standing("villageois*5 loup-garou")
    assert neighbours(state, 1) == (6, 2)
    state.living = (1, 4, 5)
    assert neighbours(state, 1) == (5, 4)
    assert neighbours(state, 6) == (5, 1)
    state.living = (1, 4)
    assert neighbours(state, 1) == (4,)
    state.living = (1,)
    assert neighbours(state, 1) == ()


def test_the_next_hunter_is_found_clockwise() -> None:
    state = standing("loup-garou villageois*2 loup-garou villageois")
    assert [next_hunter(state, seat) for seat in (1, 2, 4, 5)] == [4, 4, 1, 1]
    state.living = (2, 3, 5)
    assert next_hunter(state, 3) is None


@pytest.mark.parametrize(
    ("cards", "many"),
    [("loup-garou", False), ("infect-père-des-loups", False), ("grand-méchant-loup", True), ("loup-blanc", True)],
)
def test_several_may_be_attacked_where_somebody_attacks_alone(cards: str, many: bool) -> None:
    assert several(table(f"{cards} villageois*5")) is many


@pytest.mark.parametrize("protected", ["no", "yes"])
def test_an_attack_is_stopped_by_a_remedy_and_by_a_guard(protected: str) -> None:
    state = standing("petite-fille salvateur villageois*3 loup-garou", girl_protected=protected)
    state.tonight.healed.add(3)
    state.tonight.guards["defender"] = 1
    assert [stopped(state, seat) for seat in (1, 2, 3)] == [protected == "yes", False, True]
    state.tonight.guards = {"lawyer": 1}
    assert stopped(state, 1), "another protector covers whoever spies"


def causes(cards: str, answers: Sequence[Answer]) -> list[str]:
    """Return what was noted of deaths in a night of these answers."""
    effects = play(table(cards, elect="never"), answers).effects
    return [effect.line for effect in effects if isinstance(effect, Deed) and effect.line.startswith("story.death.")]


GIRL = "loup-garou*2 petite-fille sorcière villageois*4"
WITCH = "loup-garou*2 villageois sorcière villageois*4"


def test_a_girl_who_was_caught_and_poisoned_was_caught() -> None:
    assert causes(GIRL, [seat(5), seat(3), seat(3), DONE]) == ["story.death.caught"]


def test_who_was_attacked_and_poisoned_was_poisoned_first() -> None:
    assert causes(WITCH, [seat(5), NO, seat(5), DONE]) == ["story.death.poison"]


def test_who_was_healed_and_poisoned_was_poisoned() -> None:
    assert causes(WITCH, [seat(5), YES, seat(5), DONE]) == ["story.death.poison"]
