"""Saving the victim, as it is asked."""

from __future__ import annotations

import pytest
from rooms import wording
from tables import table

from narrator.core.answers import NOBODY, Answer, seat
from narrator.core.play import play, refusal_of


@pytest.mark.parametrize(
    ("language", "word", "whom"),
    [("fr", "oui ou non", "L'une des victimes"), ("en", "yes or no", "One of those attacked")],
)
@pytest.mark.parametrize("hunter", ["loup-garou", "grand-méchant-loup", "loup-blanc"])
def test_the_prompt_asks_for_what_saves(language: str, word: str, whom: str, hunter: str) -> None:
    setup = table(f"{hunter} sorcière villageois*6", elect="never")
    answers: list[Answer] = [seat(3), NOBODY] if hunter == "grand-méchant-loup" else [seat(3)]
    asked = play(setup, answers).pending
    assert asked is not None
    assert asked.question == "witch.heal"
    prompt = wording(setup, language).prompt(asked)
    assert (whom in prompt) == (refusal_of(asked, seat(3)) is None) == (hunter != "loup-garou")
    assert (word in prompt) == (hunter == "loup-garou")
