"""A real terminal: the private screen of a window appears, and leaves nothing in the scrollback."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminals import Terminal

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed: apt install tmux")

NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")
CARDS = ("loup-garou", "loup-garou", "voyante", *["villageois"] * 5)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    command = [sys.executable, "-m", "narrator", "play", "--names", ",".join(NAMES), "--deal", "cards"]
    terminal.run(*command, "--plain", "--roles", "simple", "--pace", "instant", "--no-sound", home=tmp_path / "home")
    yield terminal
    terminal.close()


def test_a_night_at_a_terminal_leaves_nothing_secret_behind(terminal: Terminal) -> None:
    for question, answer in (
        ("Expliquer d'abord", "non"),
        ("Jouer une nuit d'essai", "non"),
        ("Entrée quand le cercle", ""),
        ("Entrée quand chaque carte", ""),
        *((f"{name}, quelle est ta carte", card) for name, card in zip(NAMES, CARDS, strict=True)),
        ("Quelle carte percer", "Ali"),
        ("Quelle proie", "Emma"),
    ):
        terminal.awaited(question)
        terminal.type(*filter(None, (answer,)), "Enter")
    terminal.awaited("finir le débat")
    everything = terminal.everything()
    assert "Emma" in everything, "who died is told to all"
    assert "> non" in everything, "what was typed by day stands there"
    for secret in ("quelle est ta carte", "Quelle carte", "Quelle proie", "> voyante", "> Ali", "> Emma"):
        assert secret not in everything
