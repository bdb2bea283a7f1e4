"""What cannot be done ends any command with one sentence and status 2, whichever part of narrator says so."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from narrator.base.resources import UnknownGameError
from narrator.base.user_error import UserError
from narrator.cli import main
from narrator.cli.shared_options import Program


@pytest.mark.parametrize("system", ["en_GB.UTF-8", "fr_FR.UTF-8"])
@pytest.mark.parametrize(
    ("error", "told"),
    [
        (UserError("write --players"), "write --players"),
        (UnknownGameError("chess", ["mafia", "cuba"]), "mafia, cuba"),
        (UnknownGameError("mafai", ["mafia", "cuba"], "mafia"), "mafia"),
        (FileNotFoundError(2, "No such file or directory", "/nowhere"), "/nowhere"),
        (OSError("the network is gone"), "the network is gone"),
    ],
)
def test_it_is_told_in_one_line(error: Exception, told: str, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", system)

    @click.group(cls=Program)
    def program() -> None:
        pass

    @program.command()
    def impossible() -> None:
        raise error

    result = CliRunner().invoke(program, ["impossible"])
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_mistake_of_narrator_itself_is_no_sentence() -> None:
    @click.command(cls=Program, invoke_without_command=True)
    def program() -> None:
        raise ZeroDivisionError

    assert isinstance(CliRunner().invoke(program).exception, ZeroDivisionError)


@pytest.mark.parametrize("arguments", [["story"], ["label", "/nowhere/label.html"], ["pack", "add", "/nowhere"]])
def test_so_it_is_with_commands(arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
