"""What was found in files is found again only where they have changed, and is never needed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from damages import stored_game

from narrator.base.resources import cache_folder
from narrator.table.games import saved_games
from narrator.table.games.saved_games import Condition, SavedGame, SeenFiles, forget, kept
from narrator.table.journal.journal import look


@pytest.fixture
def file(tmp_path: Path, home: Path) -> Path:  # noqa: ARG001 - where it is kept
    file = tmp_path / "a"
    file.write_bytes(b"1")
    return file


def found_in(file: Path) -> tuple[int, bool]:
    """Return what is found in a file, and whether it was looked for."""
    looked: list[Path] = []

    def find() -> dict[str, int]:
        looked.append(file)
        return {"is": int(file.read_bytes())}

    with SeenFiles("numbers") as seen:
        found = seen.of(file, find)
    assert found is not None
    return found["is"], bool(looked)


def test_a_file_is_looked_at_once_until_it_changes(file: Path) -> None:
    assert [found_in(file) for _ in range(2)] == [(1, True), (1, False)]
    file.write_bytes(b"2")
    assert [found_in(file) for _ in range(2)] == [(2, True), (2, False)]
    times = file.stat()
    (file.parent / "b").write_bytes(b"3")
    os.utime(file.parent / "b", ns=(times.st_atime_ns, times.st_mtime_ns))
    (file.parent / "b").rename(file)
    assert found_in(file) == (3, True), "another file of the same time and size"
    forget("numbers")
    assert found_in(file) == (3, True)


@pytest.mark.parametrize("damage", [b"", b"{}", b"0" * 32 + b"\n{}", b"\xff" * 100])
def test_what_is_damaged_is_found_again(file: Path, damage: bytes) -> None:
    found_in(file)
    (cache_folder() / "numbers.json").write_bytes(damage)
    assert [found_in(file) for _ in range(2)] == [(1, True), (1, False)]


def test_where_nothing_can_be_kept_it_is_found_each_time(file: Path, home: Path) -> None:
    home.write_bytes(b"no folder")
    assert [found_in(file) for _ in range(2)] == [(1, True), (1, True)]


def games() -> list[tuple[str, str | None, Condition]]:
    return [(game.id, game.outcome, game.condition) for game in kept()]


def stored(home: Path, *names: str) -> Path:
    folder = home / "games"
    folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(names):
        stored_game(folder, name).rename(folder / f"20260131-21000{number}.journal")
    return folder / "20260131-210000.journal"


def test_of_games_that_are_over_alone_something_is_kept_and_no_secret(home: Path) -> None:
    over = stored(home, "thiercelieux-meneur-finished", "thiercelieux-meneur-night")
    before = games()
    kept_text = (cache_folder() / "games.json").read_text(encoding="utf-8")
    assert before == games()
    header = look(over).header
    assert "20260131-210000" in kept_text
    assert "20260131-210001" not in kept_text
    secret = [key for key in header if key not in (*saved_games.TOLD, "rules", "engine")]
    assert {"key", "hand"} & set(secret)
    assert not [key for key in secret if f'"{key}"' in kept_text]


def test_a_game_that_was_over_and_is_damaged_since_is_told_so(home: Path) -> None:
    over = stored(home, "thiercelieux-meneur-finished")
    assert [game.condition for game in kept()] == [Condition.SOUND]
    content = bytearray(over.read_bytes())
    content[len(content) * 9 // 10] ^= 1
    over.write_bytes(content)
    found: list[SavedGame] = [*kept()]
    assert [game.condition for game in found] == [Condition.DAMAGED]
