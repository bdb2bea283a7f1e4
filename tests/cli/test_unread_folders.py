"""Folders of the player's that may not be read: it is said, and what needs none of them works."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from other_users import as_nobody, shared_folder

from narrator.cli import main
from narrator.doctor.storage import journal
from narrator.doctor.visit import State, Visit
from narrator.table.journal.journal import Journal


@pytest.fixture
def place() -> Iterator[Path]:
    with shared_folder() as place:
        yield place


def asked(home: Path, *words: str) -> Result:
    environment = {"NARRATOR_HOME": str(home), "HOME": str(home.parent), "LC_ALL": "en_GB.UTF-8"}
    with as_nobody():
        return CliRunner().invoke(main, words, env=environment)


def closed(folder: Path) -> None:
    folder.mkdir(parents=True)
    folder.chmod(0)


def in_a_circle(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.symlink_to(folder)


def no_folder(folder: Path) -> None:
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_bytes(b"")


@pytest.mark.parametrize("make", [closed, in_a_circle, no_folder])
@pytest.mark.parametrize("words", ["--help", "cards thiercelieux --players 8", "voices list", "models list"])
def test_where_the_data_folder_may_not_be_read_it_is_said_and_what_needs_it_not_works(
    place: Path, words: str, make: Callable[[Path], None]
) -> None:
    home = place / "home"
    make(home)
    result = asked(home, *words.split())
    assert result.exit_code == 0
    assert result.stdout
    (told,) = result.stderr.splitlines()
    assert told.startswith(f"{home} cannot be read: ")


@pytest.mark.parametrize("make", [closed, in_a_circle, no_folder])
@pytest.mark.parametrize("words", [["story", "--list"], ["evenings"], ["story"], ["resume"]])
def test_where_the_games_may_not_be_read_nobody_says_that_there_are_none(
    place: Path, words: list[str], make: Callable[[Path], None]
) -> None:
    make(place / "games")
    result = asked(place, *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"{place / 'games'} cannot be read: ")
    assert "no game" not in result.stderr


@pytest.mark.parametrize("make", [closed, in_a_circle, no_folder])
def test_the_doctor_looks_at_the_folder_of_games_itself(
    place: Path, make: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(place))
    make(place / "games")
    with as_nobody():
        found = journal(Visit("en", lambda _words: None))
    assert found.state is State.WRONG
    assert found.text.written("en").startswith("The kept games cannot be read")


def test_the_doctor_names_a_game_whose_file_may_not_be_written(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(place))
    kept = place / "games" / "20260131-204500.journal"
    with as_nobody():
        Journal.create(kept, {}).close()
        kept.chmod(0o400)
        found = journal(Visit("en", lambda _words: None))
    assert found.state is State.NOTE
    assert "20260131-204500" in found.text.written("en")
