"""How people talk in the languages that there are, also where a player's own says nothing that can be used."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from questions import table_words

from narrator.core.answers import Choices, Kind, Seats
from narrator.core.effects import Ask
from narrator.inbox.entry import Reply
from narrator.inbox.moment import Moment
from narrator.language.phrasebook import MOST, UnspokenError, number_of, numerals, phrasebook_of, phrasebooks
from narrator.language.typed import Reader
from narrator.resources import languages
from narrator.story.diagnostics import PackError


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
