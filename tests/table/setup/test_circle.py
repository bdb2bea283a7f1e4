"""Who sits around the table, as it is typed in one line: names between commas or spaces, or how many."""

from __future__ import annotations

import pytest
from shipped import shipped
from typed_answers import decided, in_turn

from narrator.table.setup.circle import LONGEST_NAME, Circle, read_leader, read_names, read_respellings
from narrator.table.setup.dialog import Dialog

PACK = shipped("thiercelieux")


def test_names_lose_what_cannot_be_printed() -> None:
    assert read_names("Ann\x1b[A, Chlo\udcc3\udca9,\x07, Ben ") == ("Ann[A", "Chlo", "Ben")


def test_a_name_may_tell_how_it_is_said() -> None:
    typed = "Alice, Chloé=Clo-é , =, Zoë= ,\x1b[Bob"
    assert read_names(typed) == ("Alice", "Chloé", "Zoë", "[Bob")
    assert read_respellings(typed) == {"Chloé": "Clo-é"}


@pytest.mark.parametrize(
    "typed", ["Anne, Björn, dit Bieurne, Saïd", "Anne Björn dit Bieurne Saïd", "Anne, Björn said as Bieurne, Saïd"]
)
def test_a_word_says_how_a_name_sounds(typed: str) -> None:
    assert read_names(typed) == ("Anne", "Björn", "Saïd")
    assert read_respellings(typed) == {"Björn": "Bieurne"}


def test_a_first_name_is_no_such_word() -> None:
    assert read_names("Anne Said Bob") == ("Anne", "Said", "Bob")


@pytest.mark.parametrize(
    ("typed", "players"), [("8", 8), ("huit", 8), ("Huit joueurs", 8), ("12 joueurs", 12), ("vingt et un", 21)]
)
def test_a_number_gives_seats_without_names(typed: str, players: int) -> None:
    assert circle(typed) == Circle(players)


@pytest.mark.parametrize(
    "typed", ["Alice Bruno Chloé Dora Elsa", "Alice, Bruno,Chloé , Dora, Elsa", "Alice, Bruno, Chloé, Dora et Elsa"]
)
def test_names_stand_between_commas_or_spaces_and_are_said_back_with_their_count(typed: str) -> None:
    told: list[str] = []
    assert circle(typed, told=told) == Circle(5, ("Alice", "Bruno", "Chloé", "Dora", "Elsa"))
    assert told[-1] == "5 joueurs : Alice, Bruno, Chloé, Dora, Elsa."


def test_a_first_name_with_a_space_in_it_is_one_where_there_are_commas() -> None:
    assert circle("Marie Lou, B, C, D, E").names[0] == "Marie Lou"


@pytest.mark.parametrize(("name", "alike"), [("Ann", "ANN"), ("Jean-Luc", "Jean Luc"), ("Zoe\u0308", "Zoë")])
def test_a_name_that_is_typed_like_another_is_refused_with_both_seats(name: str, alike: str) -> None:
    told: list[str] = []
    circle(f"{name}, Bob, {alike}, Dora, Elsa", "8", told=told)
    assert told[0].startswith(f"Deux joueurs s'appellent {alike} : le 1 et le 3.")


@pytest.mark.parametrize("name", ["3", "²", "٣", "3.", "#3", "-1"])
def test_a_name_that_is_typed_like_a_number_is_refused(name: str) -> None:
    told: list[str] = []
    circle(f"{name} Bob Chloé Dora Elsa", "8", told=told)
    assert f"{name} désignerait quelqu'un d'autre" in told[0]


@pytest.mark.parametrize("typed", ["4", "41", "9999"])
def test_a_circle_that_is_too_small_or_too_large_is_told_all_limits_at_once(typed: str) -> None:
    told: list[str] = []
    circle(typed, "8", told=told)
    assert told[0] == "Ce jeu est fait pour 8 à 18 joueurs. On peut y jouer de 5 à 40."


def circle(*typed: str, told: list[str] | None = None) -> Circle:
    """Type these lines to the question who plays."""
    words = PACK.words["fr"]
    return decided(Dialog(PACK.rules, words).players(), words, in_turn(*typed), told)


@pytest.mark.parametrize(
    ("typed", "rest", "leader"),
    [
        ("8", "8", None),
        ("8 m", "8", ""),
        ("8, quelqu'un mène", "8", ""),
        ("8, une personne mène", "8", ""),
        ("8, je mène", "8", ""),
        ("Ann Bob, léa mène", "Ann Bob", "Léa"),
        ("Ann Bob Léa mène", "Ann Bob", "Léa"),
        ("Ann, Bob et Marie Lou mène", "Ann, Bob", "Marie Lou"),
        ("Léa mène, Ann, Bob", "Ann, Bob", "Léa"),
        ("léa mène Ann Bob", "Ann Bob", "Léa"),
        ("Ann M Bob", "Ann M Bob", None),
        ("Ann Bob Marlène", "Ann Bob Marlène", None),
    ],
)
def test_that_somebody_leads_is_a_word_with_who_plays(typed: str, rest: str, leader: str | None) -> None:
    assert read_leader(typed, "fr") == (rest, leader)


def test_somebody_leads_in_english() -> None:
    assert read_leader("8, Lea leads", "en") == ("8", "Lea")
    assert read_leader("8 l", "en") == ("8", "")


def test_names_that_are_too_few_are_counted_back_before_the_limits() -> None:
    told: list[str] = []
    circle("Ann Bob", "8", told=told)
    assert told[:2] == ["2 joueurs : Ann, Bob.", "Ce jeu est fait pour 8 à 18 joueurs. On peut y jouer de 5 à 40."]


def test_a_name_has_forty_letters_at_most() -> None:
    names = "Bob, Chloé, Dora, Elsa"
    longest = "Z" * LONGEST_NAME
    assert circle(f"{longest}, {names}").players == 5
    told: list[str] = []
    circle(f"{longest}Z, {names}", "8", told=told)
    assert told[0] == f"Un prénom a quarante lettres au plus : {longest}… est trop long."
