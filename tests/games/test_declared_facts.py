"""What is true of a line or a question is said where it is declared, and nowhere else."""

from __future__ import annotations

import pytest
from questions import GAMES, asked, declared


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_asked_aloud_as_they_are_declared(game: str) -> None:
    questions = declared(game)
    assert [ask for id_, asks in asked(game).items() for ask in asks if ask.aloud != questions[id_].aloud] == []
