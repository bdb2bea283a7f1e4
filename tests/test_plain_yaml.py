"""Small files are read as they are written, and what is no YAML is one kind of error."""

from __future__ import annotations

import pytest

from narrator import plain_yaml


def test_every_scalar_is_the_text_that_stands_there() -> None:
    read = plain_yaml.read("{output: on, day: 2026-02-31, decks: [no, 7]}")
    assert read == {"output": "on", "day": "2026-02-31", "decks": ["no", "7"]}


@pytest.mark.parametrize(
    ("text", "why"),
    [("a: [", "expected"), ("a: b: c", "not allowed"), ("\0", "not allowed"), ("[" * 5000, "recursion")],
)
def test_what_is_no_yaml_is_an_error_of_values(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        plain_yaml.read(text)
