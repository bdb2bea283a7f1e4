"""A room with pretended devices, for the tests that start the processes of sound."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pretended
import pytest
from pretended import Room, Table

from narrator.ear.listener import Listener
from narrator.sound.audio.sound import Sound

FASTER = 8.0


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setenv("PRETENDED_ROOM", str(tmp_path))
    return pretended.pretend(tmp_path, FASTER)


@pytest.fixture
def table(room: Room) -> Table:
    return Table(room)


@pytest.fixture
def sound(table: Table) -> Iterator[Sound]:
    with table.open() as sound:
        assert table.told() == "open"
        yield sound


@pytest.fixture
def listener(table: Table, sound: Sound) -> Iterator[Listener]:
    with table.listen(sound) as listener:
        yield listener
