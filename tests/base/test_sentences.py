"""What the program says of itself: in which language, and what is said in English in its place."""

from __future__ import annotations

import errno
import socket
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.base.resources import told_in
from narrator.base.sentences import HARD, PROGRAM, QuestionText, places, reason, sentences, to_user, unbroken, wrapped


@pytest.fixture
def language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a player's own language, which is also that of his system."""
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "eo.UTF-8")
    folder = tmp_path / "languages" / "eo"
    folder.mkdir(parents=True)
    (folder / "words.yaml").touch()
    return folder


@pytest.mark.parametrize("named", ["{0}", "{nome}", "{", "{name.__class__}", "{name:>9999999999}", "{name!x}"])
def test_a_text_that_cannot_be_filled_in_is_said_in_english(language: Path, named: str) -> None:
    (language / PROGRAM).write_text(f'play.no_such_game: "Mankas {named}."\n', encoding="utf-8")
    assert to_user("play.no_such_game", name="x") == sentences(PROGRAM, "en")["play.no_such_game"].format(name="x")


@pytest.mark.parametrize("named", ["{name}", "{name!r}", "tio"])
def test_one_that_names_nothing_else_is_said_as_it_is(language: Path, named: str) -> None:
    (language / PROGRAM).write_text(f'play.no_such_game: "Mankas {named}."\n', encoding="utf-8")
    assert to_user("play.no_such_game", name="x").startswith("Mankas ")


def test_the_form_in_which_something_is_filled_in_is_part_of_its_name() -> None:
    assert places("{a} {b!r} {c:9} {d!x} {e.f}") == {"a", "b", "c:9", "d!x", "e.f"}


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (PermissionError(errno.EACCES, "Permission denied"), "accès refusé"),
        (OSError(errno.ENOSPC, "No space left on device"), "le disque est plein"),
        (socket.gaierror(socket.EAI_NONAME, "Name or service not known"), "ce nom ne se trouve pas"),
        (OSError(errno.EXDEV, "Invalid cross-device link"), "Invalid cross-device link"),
        (OSError("the espeak of a stranger"), "the espeak of a stranger"),
    ],
)
def test_why_a_system_refused_is_told_in_the_user_s_language_where_there_are_words(
    monkeypatch: pytest.MonkeyPatch, error: OSError, told: str
) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert reason(error).startswith(told)


def test_a_game_speaks_its_language_whatever_the_system_s_and_no_longer_than_it_lasts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    with told_in("fr"):
        with told_in("en"):
            assert to_user("evenings.nobody") == "nobody"
        assert to_user("evenings.nobody") == "personne"
    assert to_user("evenings.nobody") == "nobody"


SIGNS = (":", ";", "?", "!", "»")
TEXTS = st.lists(st.sampled_from([*SIGNS, "«", "le", "cercle", "écoute", "numéro", "3"]), max_size=30).map(" ".join)


@given(TEXTS, st.integers(12, 60))
def test_no_line_begins_with_a_sign_nor_ends_with_an_opening_one(text: str, width: int) -> None:
    lines = wrapped(text.lstrip(" :;?!»").replace(": :", ":"), width)
    crowded = any(len(unbroken(word)) > width for word in unbroken(text).split(" "))
    assert crowded or not any(line.startswith(SIGNS) or line.endswith("«") for line in lines[:-1] if len(lines) > 1)


@given(TEXTS, st.integers(12, 60))
def test_no_line_breaks_within_an_example_of_what_is_typed(text: str, width: int) -> None:
    lines = wrapped(f"{text}, comme égalité 2 5, ou 7", width)
    assert sum("égalité 2 5," in line for line in lines) == 1


@given(TEXTS, st.integers(12, 60))
def test_nothing_is_lost_and_spaces_stay_ordinary(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert "".join(" ".join(lines).split()) == "".join(text.split())
    assert HARD not in "".join(lines)


def test_a_question_mark_stays_with_its_word() -> None:
    assert wrapped("Qui ment ce soir ?", 16) == ["Qui ment ce", "soir ?"]
    assert unbroken("Voici « Anna » : elle ment !") == "Voici «\u00a0Anna\u00a0»\u00a0: elle ment\u00a0!"


def test_a_question_without_examples_reads_alike_for_all() -> None:
    text = QuestionText.alike("Qui ?")
    assert text.typed == text.touched == "Qui ?"


def test_both_texts_are_changed() -> None:
    assert QuestionText("a", "b").changed(str.upper) == QuestionText("A", "B")
