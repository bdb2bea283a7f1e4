"""What is decided before a game is founded: an engine founds the same from it, whoever decided it."""

from __future__ import annotations

import pytest
from shipped import shipped
from tables import NIGHT_GAMES
from typed_answers import decided, in_turn

from narrator.core.secrets import Secret
from narrator.games.registry import engine_of
from narrator.setup.dialog import Dialog
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.wording import Wording

KEY = Secret(b"key")


@pytest.mark.parametrize("game", [*NIGHT_GAMES, "cuba"])
def test_what_people_decide_is_what_a_command_line_would_say(game: str) -> None:
    pack = shipped(game)
    words, engine = pack.words["fr"], engine_of(pack.rules.engine)
    names = ("Ann", "Bob", "Cléo", "Dan", "Eve", "Flo", "Guy", "Hal", "Ida", "Jo")

    dialog = Dialog(pack.rules, words)
    asked, _ = decided(dialog.opening(SetupAnswers()), words, in_turn(" ".join(names)))
    asked = decided(engine.dialog(dialog, asked), words, in_turn())
    said = SetupAnswers(players=10, names=names)
    plans = [engine.plan(pack.rules, answers, Wording(words), lambda _sentence: None) for answers in (asked, said)]
    assert plans[0].found(KEY).header() == plans[1].found(KEY).header()
