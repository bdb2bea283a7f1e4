"""Between games a box speaks with its recorded voice alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from boxes import Box
from pretended import Room, speaker

pytest_plugins = ("rooms_of_sound",)


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("language", "players", "leaving"),
    [("fr", "Combien êtes-vous", "Oui, ou non."), ("en", "How many are you", "Yes, or no.")],
)
def test_greeting_games_and_goodbye_are_all_recorded(
    room: Room, home: Path, language: str, players: str, leaving: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room.furnish(speaker("Box"))
    log = tmp_path / "box.log"
    monkeypatch.setenv("NARRATOR_LOG", str(log))
    pad = tmp_path / "pad"
    os.mkfifo(pad)
    box = Box(home, pad, "--lang", language, calm=2.0)
    try:
        box.finish(players, "8")
        box.finish("Mafia", "0")
        box.finish(leaving, "1")
        box.ends()
    finally:
        box.close()
    assert room.heard().any()
    assert "is not recorded" not in log.read_text(encoding="utf-8")
