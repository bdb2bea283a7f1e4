"""Where the system gives the process of sound no turn on request, rtkit is asked; where that is missing, nobody is."""

from __future__ import annotations

import os
from pathlib import Path

import children
import pytest
from pretended import Room, Table, word

from narrator.audio.process.__main__ import NICE, PRIORITY, RTKIT

pytest_plugins = ("rooms_of_sound",)

SYSTEM = """
import os

def answer(*_):
    if {refused}:
        raise PermissionError("Operation not permitted")

os.sched_setscheduler = answer
"""


class Bus:
    """A bus in pretence, and what is called on it."""

    def __init__(self, folder: Path, room: Room) -> None:
        self.calls = folder / "calls"
        self._program, self._room = folder / "busctl", room

    def answers(self, status: int) -> None:
        self._program.write_text(f'#!/bin/sh\necho "$@" >>{self.calls}\nexit {status}\n')
        self._program.chmod(0o700)

    def asked(self, table: Table, *, refused: bool, until: int) -> tuple[int, list[list[str]]]:
        """Have a loudspeaker opened, and wait for so many calls; return the process's id, and its calls."""
        # Before narrator's own modules.
        (self._room.folder / "sitecustomize.py").write_text(SYSTEM.format(refused=refused), encoding="utf-8")
        with table.open() as sound:
            sound.speak(word(100))
            (process,) = children.running("narrator.audio.process")
            while len(calls := self._called()) < until:
                sound.speak(word(100))
            sound.speak(word(100, 4.0))
        return process, calls

    def _called(self) -> list[list[str]]:
        return [line.split() for line in self.calls.read_text().splitlines()] if self.calls.exists() else []


@pytest.fixture
def bus(tmp_path: Path, room: Room, monkeypatch: pytest.MonkeyPatch) -> Bus:
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return Bus(folder, room)


def test_rtkit_is_asked_for_a_turn_for_the_thread_that_mixes_and_that_others_wait_less(bus: Bus, table: Table) -> None:
    bus.answers(0)
    process, calls = bus.asked(table, refused=True, until=4)
    assert all(set(RTKIT) <= set(call) for call in calls)
    first, *_ = others = [call for call in calls if "MakeThreadHighPriorityWithPID" in call]
    assert first[-3::2] == [str(process), str(NICE)]
    assert str(process) not in {call[-2] for call in others}
    last = next(call for call in calls if "MakeThreadRealtimeWithPID" in call)
    assert last[-3:] == [str(process), str(process), str(PRIORITY)]


def test_rtkit_that_refuses_is_asked_once(bus: Bus, table: Table) -> None:
    bus.answers(1)
    _, calls = bus.asked(table, refused=True, until=1)
    assert len(calls) == 1


def test_where_the_system_grants_it_nobody_else_is_asked(bus: Bus, table: Table) -> None:
    bus.answers(0)
    _, calls = bus.asked(table, refused=False, until=0)
    assert calls == []
