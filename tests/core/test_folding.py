"""Two spellings of one word are one word."""

from __future__ import annotations

import pytest

from narrator.core.folding import folded


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
