"""What a box plays next is asked by ear and keys: the last evening again, or a game that is set up."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

import pytest
from typed_answers import asker_of

from narrator.app.settings import Equipment, Settings
from narrator.box.game_choice import GameChoice, SetupPorts
from narrator.box.service import BoxOptions
from narrator.games.engine import TableSetup
from narrator.resources import name_of
from narrator.setup.setup_answers import PresentEquipment
from narrator.setup.setup_questions import Asker

pytestmark = pytest.mark.usefixtures("home")


@dataclass
class Typists:
    """People at a keyboard, as far as a choice looks at them."""

    asker: Asker
    present: PresentEquipment = field(default_factory=lambda: PresentEquipment(keyboard=True, screen=True))


def choice() -> GameChoice:
    return GameChoice(BoxOptions("fr", Equipment(sound=False)), Settings())


def chosen(choice: GameChoice, asked: list[str], **answers: str) -> TableSetup:
    """Let a game be chosen: questions are answered by the last part of their names, and else by going on."""

    def typed(question: str) -> str:
        asked.append(question.rpartition(".")[2])
        return answers.get(asked[-1], "")

    game = choice.choose(cast(SetupPorts, Typists(asker_of(lambda ask: typed(ask.question), aloud=True))))
    assert not isinstance(game, str)
    return game.setup


def test_a_game_is_set_up_by_its_name_and_offered_again_the_next_evening() -> None:
    asked: list[str] = []
    first = choice()
    assert chosen(first, asked, game="mafia", players="8").players == 8
    assert name_of(first.prepared.pack.path) == "mafia"
    assert "as_before" not in asked
    second, asked = choice(), []
    assert chosen(second, asked).players == 8
    assert asked == ["as_before"]
    assert name_of(second.prepared.pack.path) == "mafia"


def test_the_last_evening_is_offered_once_and_where_it_is_declined_a_game_is_set_up() -> None:
    chosen(choice(), [], game="mafia", players="8")
    later, asked = choice(), list[str]()
    assert chosen(later, asked, as_before="non", game="mafeking", players="12").players == 12
    assert name_of(later.prepared.pack.path) == "mafeking"
    assert asked[0] == "as_before"
    asked = []
    assert chosen(later, asked, game="mafia", players="9").players == 9
    assert "as_before" not in asked
