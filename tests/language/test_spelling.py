"""How a recogniser spells what it hears, and the first names that it does not know."""

from __future__ import annotations

import pytest

from narrator.language.spelling import Unheard, canonical, everything, heard_as, spelled, unknown_names, words_in


def words(text: str) -> set[str]:
    return set(text.split())


@pytest.mark.parametrize(
    ("phrase", "model", "offered"),
    [
        ("l'Ange gardien", "l' ange gardien", "l' ange gardien"),
        ("l'Ange gardien", "l'ange l' ange gardien", "l'ange gardien"),
        ("Loup-Garou", "loup garou", "loup garou"),
        ("Loup-Garou", "loup-garou loup garou", "loup-garou"),
        ("Lanceuse d'Alerte", "lanceuse d'alerte", "lanceuse d'alerte"),
        ("s’il te plaît", "s'il te plaît", "s'il te plaît"),
        ("l'agent-double", "l' agent double", "l' agent double"),
        ("vingt-et-un", "vingt et un", "vingt et un"),
    ],
)
def test_a_phrase_is_offered_in_the_words_of_the_model_and_in_one_spelling(
    phrase: str, model: str, offered: str
) -> None:
    assert spelled(phrase, words(model).__contains__) == offered


def test_a_phrase_with_a_word_that_the_model_does_not_know_is_not_offered() -> None:
    assert spelled("Scout Goodyear", {"scout"}.__contains__) is None


@pytest.mark.parametrize("text", ["L' Ange  Gardien", "l’ange gardien", "l'ange-gardien"])
def test_all_spellings_of_a_phrase_are_one(text: str) -> None:
    assert canonical(text) == "l'ange gardien"


def test_a_model_is_asked_about_every_word_that_may_be_offered() -> None:
    assert set(words_in("l'Agent-Double")) == {"l'agent-double", "l'", "agent-double", "l'agent", "agent", "double"}


def test_an_accent_that_was_not_typed_is_found() -> None:
    assert heard_as("Chloe", {"chloé"}.__contains__) == "chloé"
    assert heard_as("Helene", {"hélène"}.__contains__) == "hélène"
    assert heard_as("Helene-Zoe", {"hélène", "zoé"}.__contains__) == "hélène zoé"
    assert heard_as("Helene-Zoe", {"hélène"}.__contains__) is None


def test_an_accent_that_was_typed_is_kept() -> None:
    assert heard_as("Noé", {"noe", "noè"}.__contains__) is None


def test_unknown_names_are_told_with_an_alias_where_a_part_of_them_is_known() -> None:
    model = words("alice jean luc chloé").__contains__
    names = ("Alice", "Jean-Luc", "Chloe", "Wolfgang", "", "Jean-Wolfgang", "Luc-Wolf Éloi")
    assert unknown_names(names, model) == [
        Unheard(4, "Wolfgang"),
        Unheard(6, "Jean-Wolfgang"),
        Unheard(7, "Luc-Wolf Éloi"),
    ]
    assert unknown_names(("Alice", "Jean-Wolfgang"), model) == [Unheard(2, "Jean-Wolfgang", "Jean")]


def test_without_a_model_every_name_is_known() -> None:
    assert unknown_names(("Wolfgang", "Xi"), everything) == []
