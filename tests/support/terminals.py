"""A terminal of its own in tmux, with a scrollback, for what must hold in a real one."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

PATIENCE = 60.0
"""Seconds after which something that should have appeared has not: a limit, not a measurement."""


class Terminal:
    """A terminal of 90 columns and 24 rows."""

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

    def alternate(self) -> str:
        """Return what is left on the alternate screen, if it is kept."""
        return self._do("capture-pane", "-p", "-a", "-q")

    def child(self) -> int:
        """Return the process that the terminal's shell has started."""
        shell = self._do("display-message", "-p", "#{pane_pid}").strip()
        return int(Path(f"/proc/{shell}/task/{shell}/children").read_text(encoding="ascii").split()[0])

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
