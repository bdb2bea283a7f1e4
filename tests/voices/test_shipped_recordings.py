"""What `make recordings` writes, as far as it goes without the network that speaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from narrator.base.resources import folder
from narrator.recording.network import INSTALL
from narrator.voice.voice_files import FIRST_WORDS
from voices.build.__main__ import keep_first_words, record


def test_without_the_network_a_sentence_says_what_to_install(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.recording.network.find_spec", lambda _name: None)
    result = CliRunner().invoke(record, ["--voice", "diseuse"])
    assert (result.exit_code, result.stderr) == (1, f"Error: diseuse: onnxruntime is not installed: {INSTALL}\n")
    assert not home.exists()


def test_the_first_words_are_written_for_the_default_voice_of_each_language(home: Path, tmp_path: Path) -> None:
    def words(voices: Path) -> dict[str, bytes]:
        lines = {file.name: file.read_bytes().split(b"\n", 1)[0] for file in (voices / FIRST_WORDS).iterdir()}
        return {name: line.partition(b" ")[2] for name, line in lines.items()}

    assert not home.exists()
    keep_first_words(tmp_path)
    assert words(tmp_path) == words(folder("voices"))
