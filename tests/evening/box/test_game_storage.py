"""Where a box keeps its games while its partition is missing, and how they come home."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from narrator.base.resources import user_folder
from narrator.evening.box.game_storage import PATIENCE, Keeping
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.table.journal.journal import Journal


class Machine:
    """A box's folder on a partition that is mounted or not, a folder in memory, a spare one; and the environment."""

    def __init__(self, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.home, self.memory, self.spare = place / "home", place / "memory", place / "spare"
        self.mounted = False
        self.looks = 0
        for folder in (self.home, self.spare):
            folder.mkdir()
        monkeypatch.setenv("NARRATOR_HOME", str(self.home))
        monkeypatch.setenv("HOME", str(self.home))
        self.keeping = Keeping(
            self.home, self.tonight, left=self.memory, spare=self.spare, is_missing=lambda _: self.missing()
        )

    def tonight(self) -> Path:
        self.memory.mkdir(exist_ok=True)
        return self.memory

    def missing(self) -> Path | None:
        self.looks += 1
        return None if self.mounted else self.home

    def game(self, folder: Path, name: str = "20260131-204500", cues: int = 1) -> None:
        (folder / "games").mkdir(exist_ok=True)
        with Journal.create(folder / "games" / f"{name}.journal", {"seats": name}) as journal:
            for number in range(1, cues + 1):
                journal.cue(number)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def cues(folder: Path) -> dict[str, int]:
    """Return how far each game in a folder has come."""
    found = {}
    for path in sorted((folder / "games").glob("*.journal")):
        with Journal.reopen(path) as journal:
            found[path.stem] = journal.record().place.cue
    return found


def test_a_partition_that_is_there_is_not_waited_for(machine: Machine) -> None:
    machine.mounted = True
    clock = VirtualClock()
    machine.keeping.begin(clock)
    assert (clock.now(), machine.keeping.away, user_folder()) == (0.0, False, machine.home)
    assert not machine.keeping.settle()


def test_one_that_is_a_moment_late_is_waited_for(machine: Machine) -> None:
    clock = VirtualClock()

    class Late(VirtualClock):
        """A clock at whose fourth second the partition comes."""

        def sleep(self, seconds: float) -> None:
            super().sleep(seconds)
            machine.mounted = self.now() >= 4.0

    clock = Late()
    machine.keeping.begin(clock)
    assert not machine.keeping.away
    assert clock.now() < PATIENCE


def test_without_it_games_and_the_sound_cards_are_looked_for_in_memory(machine: Machine) -> None:
    (machine.spare / "settings.yaml").write_text("button: GPIO17\n", encoding="utf-8")
    (machine.spare / ".asoundrc").write_text("pcm.!default null\n", encoding="utf-8")
    clock = VirtualClock()
    machine.keeping.begin(clock)
    assert clock.now() >= PATIENCE
    assert machine.keeping.away
    assert (user_folder(), os.environ["HOME"]) == (machine.memory, str(machine.memory))
    assert sorted(path.name for path in machine.memory.iterdir()) == [".asoundrc", "settings.yaml"]
    assert not machine.keeping.settle(), "nothing is new while it stays away"
    assert [*machine.home.iterdir()] == []


def test_games_in_memory_come_home_beside_those_that_are_there(machine: Machine) -> None:
    machine.keeping.begin(VirtualClock())
    machine.game(machine.memory, cues=3)
    machine.game(machine.memory, "20260131-220000", cues=2)
    machine.game(machine.home, cues=7)
    machine.mounted = True
    assert machine.keeping.returns
    assert machine.keeping.settle()
    assert cues(machine.home) == {"20260131-204500": 7, "20260131-204500-2": 3, "20260131-220000": 2}
    assert all(path.stat().st_mode & 0o077 == 0 for path in (machine.home / "games").iterdir())
    assert (user_folder(), os.environ["HOME"]) == (machine.home, str(machine.home))
    assert not machine.memory.exists()
    assert not machine.keeping.settle()


def test_one_that_goes_again_is_done_without_again(machine: Machine) -> None:
    machine.mounted = True
    machine.keeping.begin(VirtualClock())
    machine.mounted = False
    assert machine.keeping.settle()
    assert machine.keeping.away


def test_what_a_restart_has_left_in_memory_comes_home_with_the_next_start(machine: Machine) -> None:
    machine.game(machine.tonight(), cues=4)
    machine.mounted = True
    machine.keeping.begin(VirtualClock())
    assert cues(machine.home) == {"20260131-204500": 4}
    assert not machine.memory.exists()


def test_where_they_cannot_come_home_they_stay_and_nothing_is_tried_again_and_again(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    machine.keeping.begin(VirtualClock())
    machine.game(machine.memory, cues=3)
    (machine.home / "games").write_text("in the way", encoding="utf-8")
    machine.mounted = True
    assert not machine.keeping.settle()
    assert machine.keeping.away
    assert not machine.keeping.returns
    assert cues(machine.memory) == {"20260131-204500": 3}
    assert "stay there" in capsys.readouterr().err
