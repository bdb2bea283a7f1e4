"""Help comes for every command, and says what its options are for."""

from __future__ import annotations

import click
import pytest
from click.testing import CliRunner

from narrator.cli import main

GROUPS = [(name, command) for name, command in main.commands.items() if isinstance(command, click.Group)]
COMMANDS = [(), *((name,) for name in main.commands), *((group, name) for group, it in GROUPS for name in it.commands)]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words) or "narrator")
def test_help_comes_for_every_command(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, [*words, "--help"])
    assert result.exit_code == 0
    command: click.Command = main
    for word in words:
        assert isinstance(command, click.Group)
        command = command.commands[word]
    assert command.help is not None
    assert command.help.splitlines()[0].split()[0] in result.stdout


def test_the_questions_of_a_game_are_listed_with_kind_and_answers() -> None:
    result = CliRunner().invoke(main, ["questions", "thiercelieux"])
    listed = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert "secret" in listed["witch.heal"]
    assert "yes | no" in listed["witch.heal"]
    assert "public" in listed["vote.result"]
    assert {"seer.target", "wolves.count", "hunter.target", "captain.tie", "thief.card", "death.card"} <= set(listed)


@pytest.mark.parametrize(
    "words",
    [("questions", "chess"), ("check", "chess"), ("rehearse", "chess", "--players", "8", "--answers", "random")],
)
def test_a_game_that_does_not_exist_is_refused_with_those_that_do(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 2
    assert "thiercelieux" in result.stderr
