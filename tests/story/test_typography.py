"""Where lines break: never before a sign that stands behind a space, nor within what is typed."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from narrator.story.sentences import HARD, unbroken, wrapped

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
