"""How people talk in the languages that there are, and how a model of speech spells it."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from questions import table_words

from narrator.base.diagnostics import PackError
from narrator.base.resources import languages
from narrator.rules.core.answers import Choices, Kind, Seats
from narrator.rules.core.effects import Ask
from narrator.table.inbox.entry import Reply
from narrator.table.inbox.moment import Moment
from narrator.table.language.phrasebook import MOST, UnspokenError, number_of, numerals, phrasebook_of, phrasebooks
from narrator.table.language.spelling import Unheard, canonical, everything, heard_as, spelled, unknown_names, words_in
from narrator.table.language.typed import Reader


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where a language of the player's own is being written, which is not there yet."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    return tmp_path / "languages" / "eo"


def write(language: Path) -> None:
    language.mkdir(parents=True)
    (language / "words.yaml").touch()
    (language / "spoken.yaml").write_text("numerals: [", encoding="utf-8")


def test_a_language_that_is_broken_is_left_out_and_refused_by_its_own_name(broken: Path) -> None:
    sound = phrasebooks()
    write(broken)
    assert "eo" in languages()
    assert phrasebooks() == sound
    with pytest.raises(PackError, match="N103"):
        phrasebook_of("eo")


def test_a_broken_language_that_comes_during_a_game_costs_no_answer(broken: Path) -> None:
    reader = Reader(table_words("thiercelieux"))
    ask = Ask(question="any", choices=Choices(kind=Kind.SEATS, seats=(1, 2, 3)), living=(1, 2, 3))
    write(broken)
    assert reader.read("deux", Moment().asking(ask, 0.0)) == Reply(Seats((2,)))


NUMBERS = st.integers(0, MOST)
LANGUAGES = st.sampled_from([*languages()])


def spellings(number: int, language: str) -> set[str]:
    """Return every way in which a number may be written out, with hyphens and with spaces."""
    return {way for said in numerals(number, language) for way in (said, said.replace("-", " "))}


@given(NUMBERS, LANGUAGES)
def test_every_number_reads_back_from_each_of_its_spellings(number: int, language: str) -> None:
    assert spellings(number, language)
    for spelling in spellings(number, language):
        assert number_of(spelling, language) == number


@pytest.mark.parametrize("language", languages())
def test_no_two_numbers_share_a_spelling(language: str) -> None:
    for one, other in combinations(range(MOST + 1), 2):
        assert spellings(one, language).isdisjoint(spellings(other, language))


@pytest.mark.parametrize(
    ("text", "language", "number"),
    [
        ("zéro", "fr", 0),
        ("un", "fr", 1),
        ("une", "fr", 1),
        ("dix-sept", "fr", 17),
        ("dix sept", "fr", 17),
        ("vingt", "fr", 20),
        ("vingt et un", "fr", 21),
        ("vingt-et-un", "fr", 21),
        ("vingt et-une", "fr", 21),
        ("trente deux", "fr", 32),
        ("quarante", "fr", 40),
        ("cinquante-neuf", "fr", 59),
        ("soixante", "fr", 60),
        ("eleven", "en", 11),
        ("twenty one", "en", 21),
        ("forty-two", "en", 42),
    ],
)
def test_a_number_is_read_as_it_is_said(text: str, language: str, number: int) -> None:
    assert number_of(text, language) == number


@pytest.mark.parametrize("text", ["", "vingt un", "vingt et deux", "et un", "un vingt", "cent", "soixante et un", "3"])
def test_what_is_no_number_up_to_sixty_is_none(text: str) -> None:
    assert number_of(text, "fr") is None


@pytest.mark.parametrize("number", [-1, MOST + 1])
def test_a_number_without_words_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 60"):
        numerals(number, "fr")


def test_a_language_without_numbers_is_refused() -> None:
    with pytest.raises(UnspokenError, match="'eo'"):
        numerals(3, "eo")


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
