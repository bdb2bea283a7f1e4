"""Two spellings of one word are one word."""

from __future__ import annotations

import pytest

from narrator.core.folding import digits, folded


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("Sorcière ", "sorciere"),
        ("\tMAIRE", "maire"),
        ("cœur", "coeur"),
        ("CŒUR", "coeur"),
        ("garçon", "garcon"),
        ("e\N{COMBINING ACUTE ACCENT}glise", "eglise"),
        ("Straße", "strasse"),
        ("\N{FULLWIDTH DIGIT TWO}", "2"),
        ("petite fille", "petite fille"),
    ],
)
def test_case_accents_ligatures_and_outer_space_do_not_matter(typed: str, word: str) -> None:
    assert folded(typed) == word


@pytest.mark.parametrize(("text", "number"), [("7", 7), ("012", 12), ("7e", None), ("-1", None), ("", None)])
def test_digits_are_a_number(text: str, number: int | None) -> None:
    assert digits(text) == number


def test_more_digits_than_can_be_read_are_none() -> None:
    assert digits("9" * 5000) is None
