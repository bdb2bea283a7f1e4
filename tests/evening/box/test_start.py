"""What a box loads before its first word: what it does not need by then waits until that is being said."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.start import AUDIO, GAME
from shipped import shipped

from narrator.base.resources import FIRST
from narrator.evening.box.service import hello
from narrator.packs.wording import Wording

NOT_YET = (
    "asyncio",
    "concurrent.futures",
    "narrator.evening.box.speaker",
    "narrator.rules.cuba",
    "narrator.table.games",
    "narrator.table.language",
    "narrator.ear",
    "narrator.table.session",
    "narrator.table.setup",
    "narrator.sound.soundscape",
    "narrator.voice.profile",
    "narrator.voice.recital",
    "narrator.voice.renderer",
    "narrator.packs.pack",
    "narrator.packs.words",
    "narrator.rules.village",
    "numpy",
    "pydantic",
    "sqlite3",
    "textual",
    "yaml",
)
"""Packages and modules that cost time which the first word would have to wait for."""

NOT_TO_MIX = ("hashlib", "numpy.random", "soxr", "narrator.sound.soundscape")
"""What the process of sound does without until a loudspeaker wants it."""

ALL_LOADED = "\nimport json, sys; print(json.dumps(list(sys.modules)))"


def loaded_by(program: str, place: Path) -> list[str]:
    """Return the modules that a program has loaded by its end."""
    words = [sys.executable, "-c", program + ALL_LOADED]
    done = subprocess.run(words, cwd=place, capture_output=True, encoding="utf-8", check=True)
    loaded: list[str] = json.loads(done.stdout)
    return loaded


def test_the_first_word_waits_for_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    loaded = loaded_by("\n".join(GAME.values()), tmp_path)
    assert "narrator.sound.audio.sound" in loaded
    assert [name for name in loaded if name.startswith(NOT_YET)] == []


def test_the_process_of_sound_loads_what_mixes_and_no_more(tmp_path: Path) -> None:
    loaded = loaded_by(AUDIO, tmp_path)
    assert "narrator.sound.audio.mixer" in loaded
    assert [name for name in loaded if name.startswith(NOT_TO_MIX)] == []


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_first_words_are_those_that_all_games_share(language: str) -> None:
    words = shipped(FIRST).words[language]
    assert hello(language) == Wording(words).utterance("box.hello")


def test_where_no_first_words_can_be_read_none_are_said_before_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NARRATOR_HOME", str(tmp_path))
    words = tmp_path / "languages" / "nl" / "words.yaml"
    words.parent.mkdir(parents=True)
    for broken in ("", 'box.hello: ""', 'box.hello: "Goedenavond. [traag]"', "box.hello: [Goedenavond., Hallo.]"):
        words.write_text(f"lines:\n  {broken}\n", encoding="utf-8")
        assert hello("nl") is None
