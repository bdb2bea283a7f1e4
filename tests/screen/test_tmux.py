"""A real terminal: the private screen of a window appears, and leaves nothing in the scrollback."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed: apt install tmux")

PATIENCE = 60.0
"""Seconds after which something that should have appeared has not: a limit, not a measurement."""


class Terminal:
    """A terminal of its own in tmux, with a scrollback."""

    def __init__(self, folder: Path) -> None:
        self._tmux = ["tmux", "-S", str(folder / "socket"), "-f", "/dev/null"]

    def run(self, *command: str, home: Path) -> None:
        """Start a program."""
        environment = ["-e", f"NARRATOR_HOME={home}", "-e", "LC_ALL=C.UTF-8"]
        self._do("new-session", "-d", "-x", "90", "-y", "24", *environment, *command)

    def type(self, *keys: str) -> None:
        """Type keys."""
        self._do("send-keys", *keys)

    def screen(self) -> str:
        """Return what is on the screen now."""
        return self._do("capture-pane", "-p")

    def everything(self) -> str:
        """Return the main screen with its whole scrollback."""
        return self._do("capture-pane", "-p", "-S", "-")

    def awaited(self, text: str) -> str:
        """Return the screen on which this text has appeared."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            shown = self.screen()
            if text in shown:
                return shown
        pytest.fail(f"{text!r} did not appear on:\n{self.screen()}")

    def close(self) -> None:
        """Put it away."""
        self._do("kill-server")

    def _do(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, capture_output=True, text=True).stdout


NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")
CARDS = ("loup-garou", "loup-garou", "voyante", *["villageois"] * 5)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    command = [sys.executable, "-m", "narrator", "play", "--names", ",".join(NAMES), "--deal", "cards"]
    terminal.run(*command, "--roles", "simple", "--pace", "instant", "--no-sound", home=tmp_path / "home")
    yield terminal
    terminal.close()


def test_a_night_at_a_terminal_leaves_nothing_secret_behind(terminal: Terminal) -> None:
    for question, answer in (
        ("Rappeler les cartes", "non"),
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
