"""The log as the command line begins it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from narrator.cli import main
from narrator.processes import event_log


def games(*words: str) -> Result:
    return CliRunner().invoke(main, [*words, "games"])


@pytest.fixture(autouse=True)
def _off_before_and_afterwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(event_log.VARIABLE, "")
    yield
    monkeypatch.setenv(event_log.VARIABLE, "")
    event_log.begin("tests")


def test_who_debugs_is_told_where_the_log_is_and_finds_it_there(home: Path) -> None:
    result = games("--debug")
    assert result.exit_code == 0
    assert result.stderr == f"Log: {home / 'narrator.log'}\n"
    assert (home / "narrator.log").is_file()


def test_where_the_log_is_stands_in_the_language_of_the_system(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert games("--debug").stderr == f"Journal technique : {home / 'narrator.log'}\n"
    monkeypatch.setenv(event_log.VARIABLE, "/sys/narrator/night.log")
    assert games().stderr.startswith("Rien n'est noté : ")


def test_a_log_of_ones_own_choice_is_begun_without_a_word(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(event_log.VARIABLE, str(tmp_path / "night.log"))
    assert games().stderr == ""
    assert (tmp_path / "night.log").is_file()
    assert games("--debug").stderr == f"Log: {tmp_path / 'night.log'}\n"
    assert not home.exists()


def test_a_log_that_cannot_be_written_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(event_log.VARIABLE, "/sys/narrator/night.log")
    result = games()
    assert result.exit_code == 0
    assert result.stderr.startswith("Nothing is logged: ")


def test_without_being_asked_nothing_is_logged(home: Path) -> None:
    assert games().stderr == ""
    assert not home.exists()
