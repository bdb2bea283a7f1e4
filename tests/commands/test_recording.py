"""`narrator record`, as far as it goes without the network that speaks."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from narrator.cli import main
from narrator.recording.network import INSTALL


@pytest.fixture(autouse=True)
def _without_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.recording.network.find_spec", lambda _name: None)


def test_without_the_network_a_sentence_says_what_to_install(home: Path) -> None:
    result = CliRunner().invoke(main, ["record", "mafia", "--names", "Zoran, Ysé"])
    assert result.exit_code == 2
    assert result.stderr == f"diseuse: onnxruntime is not installed: {INSTALL}\n"
    assert not list(home.glob("voices/*.recordings"))


def test_a_game_that_there_is_not_is_refused(home: Path) -> None:
    assert not home.exists()
    result = CliRunner().invoke(main, ["record", "belote"])
    assert result.exit_code == 2
    assert "belote" in result.stderr
