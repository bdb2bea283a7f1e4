"""Standard streams that whoever starts narrator has closed: it plays all the same."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from terminals import LINES, PLAY, journals

from narrator.base.processes import event_log
from narrator.cli import main
from narrator.table.journal.journal import look


@pytest.mark.thorough
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_game_is_played_where_streams_are_closed(tmp_path: Path, closed: str) -> None:
    play = [sys.executable, "-m", "narrator", *PLAY]
    shell = ["sh", "-c", f'exec "$0" "$@" {closed}', *play]
    environment = {**os.environ, "NARRATOR_HOME": str(tmp_path), "LC_ALL": "C.UTF-8"}
    typed = "".join(f"{line}\n" for line in LINES).encode()
    assert subprocess.run(shell, input=typed, capture_output=True, env=environment, check=False).returncode == 0
    (journal,) = journals(tmp_path)
    over = look(journal).record().outcome is not None
    assert over is ("<&-" not in closed), "what was typed is played to its end"


@pytest.mark.parametrize(
    ("buffered", "command"),
    [
        *product(("", "1"), ("games", " ".join(PLAY))),
        ("1", "--help"),
        ("", "label - --remote 192.0.2.1"),
        ("1", "box --no-sound"),
    ],
)
def test_an_output_that_takes_nothing_is_told_in_a_sentence(tmp_path: Path, buffered: str, command: str) -> None:
    own = {"NARRATOR_HOME": str(tmp_path), "LC_ALL": "en_GB.UTF-8", "PYTHONUNBUFFERED": buffered}
    asked = [sys.executable, "-m", "narrator", *command.split()]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            asked, stdout=full, stderr=subprocess.PIPE, env={**os.environ, **own}, check=False, text=True
        )
    assert done.returncode == 2
    assert done.stderr == "/dev/stdout: No space left on device\n"


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
