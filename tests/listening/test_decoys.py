"""What the ear does not wait for is what the game takes for politeness after an answer."""

from __future__ import annotations

import pytest

from narrator.language.phrasebook import parlance_of
from narrator.listening.decoys import ENDINGS


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_ear_and_the_game_know_the_same_endings(language: str) -> None:
    assert ENDINGS[language] == parlance_of(language).polite.after
