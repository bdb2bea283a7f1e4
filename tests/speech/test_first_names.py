"""The lists of first names, and which of them stands for another."""

from __future__ import annotations

import pytest

from narrator.speech.first_names import alike, first_names, spelt_names


def test_first_names_are_listed_once_and_the_most_common_come_first() -> None:
    written = [name for name, _ in spelt_names("fr")]
    assert len(written) == len(set(written))
    assert "Marie" in written[:40]
    assert len(first_names("fr")) == len(set(first_names("fr")))


def test_a_language_without_a_list_has_no_names() -> None:
    assert first_names("oc") == ()


@pytest.mark.parametrize(("name", "nearest"), [("Clothilde", "Clotilde"), ("Brayan", "Bryan"), ("Zglorb", "")])
def test_a_name_that_is_not_listed_has_the_nearest_one_that_begins_like_it(name: str, nearest: str) -> None:
    assert name not in first_names("fr")
    assert alike(name, "fr") == nearest
