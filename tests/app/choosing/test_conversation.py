"""What is asked at a terminal before a game: a phone is offered and refused in time; a number is no yes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typed_answers import asker_of, in_turn

from narrator.app.choosing import conversation
from narrator.app.choosing.conversation import EVERY_NETWORK, Conversation, Decided, PlayOptions
from narrator.app.choosing.last_evening import keep_evening
from narrator.app.prepared_game import open_evening
from narrator.app.settings import Equipment
from narrator.core.play import Mode
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.wording import Wording
from narrator.user_error import UserError

EIGHT = ("1", "8", "joueur")


def decided(*typed: str, told: list[str] | None = None, equipment: Equipment | None = None) -> Decided:
    """Type these lines to the questions before a game."""
    chosen = Conversation(
        asker_of(in_turn(*typed), told), PlayOptions(), equipment or Equipment(sound=False, ears=False)
    ).decide()
    assert not isinstance(chosen, str), "no game is waiting"
    return chosen


def noting(served: list[str]) -> Callable[[str], object]:
    """Serve no page, and note where one would be."""

    def serve(where: str) -> object:
        served.append(where)
        return object()

    return serve


def refuse(where: str) -> None:
    """Have no network, as some machines."""
    raise UserError(f"no network {where}")


@pytest.mark.usefixtures("home")
def test_at_the_last_question_one_key_plays_here_and_another_with_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []
    monkeypatch.setattr(conversation, "serve_phone", noting(served))
    here, _ = decided(*EIGHT, "")
    assert here.equipment.remote is None
    there, asked = decided(*EIGHT, "t")
    assert (there.equipment.remote, asked.players) == (EVERY_NETWORK, 8)
    assert served == [EVERY_NETWORK]


@pytest.mark.usefixtures("home")
def test_where_no_phone_can_be_had_that_is_said_and_the_same_question_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(conversation, "serve_phone", refuse)
    told: list[str] = []
    prepared, asked = decided(*EIGHT, "t", "", told=told)
    assert (prepared.equipment.remote, asked.players) == (None, 8)
    assert "no network" in capsys.readouterr().err
    assert told.count("8 places.") == 1, "what was answered before stands"


def test_who_asks_for_a_phone_on_the_command_line_is_refused_before_any_question(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "serve_phone", refuse)
    with pytest.raises(UserError):
        decided(equipment=Equipment(remote=EVERY_NETWORK))
    assert not home.exists()


@pytest.mark.usefixtures("home")
def test_a_page_is_served_once_however_often_something_is_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[str] = []
    monkeypatch.setattr(conversation, "serve_phone", noting(served))
    prepared, _ = decided(*EIGHT, "retour", "m", "", equipment=Equipment(sound=False, ears=False, remote="127.0.0.1"))
    assert served == ["127.0.0.1"]
    assert prepared.equipment.remote == "127.0.0.1"


@pytest.mark.usefixtures("home")
def test_the_number_of_a_game_is_no_yes_to_the_evening_before() -> None:
    prepared = open_evening("mafia", "fr", Equipment(sound=False, ears=False))
    keep_evening(prepared, SetupAnswers(players=7, mode=Mode.MENEUR))
    told: list[str] = []
    chosen, asked = decided("1", "non merci.", *EIGHT, "", told=told)
    assert (chosen.pack.rules.game, asked.players) == ("thiercelieux", 8)
    assert Wording(prepared.pack.words["fr"]).line("setup.again") in told
    again, asked = decided("2", "")
    assert (again.pack.rules.game, asked.players) == ("mafia", 7), "no number means yes or no, and Enter still goes on"
