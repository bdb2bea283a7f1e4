"""Programs on a pseudo-terminal: what they write there, what they are typed, and how they leave it."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest
from papers import KIND, Paper

PATIENCE = 60.0
"""Seconds after which something that should have been written has not: a limit, not a measurement."""


WHERE, HERE = b"\x1b[6n", b"\x1b[24;1R"
"""What a program asks where the cursor is, and a terminal answers: without that, it waits in vain for seconds."""


class PseudoTerminal:
    """A terminal of 80 columns and 24 rows with narrator on it. `written` is every byte that it wrote."""

    def __init__(self, home: Path, *words: str, environment: Mapping[str, str] | None = None) -> None:
        self.written = b""
        self._told = 0
        self._master, self._slave = pty.openpty()
        self._line = ExitStack()
        self._line.callback(os.close, self._master)
        termios.tcsetwinsize(self._slave, (24, 80))
        self.before = self.modes
        self._process = subprocess.Popen(
            [sys.executable, "-m", "narrator", *words],
            stdin=self._slave,
            stdout=self._slave,
            stderr=self._slave,
            env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": KIND, **(environment or {})},
            start_new_session=True,
        )

    @property
    def modes(self) -> list[object]:
        """Return how the terminal treats what is typed and written."""
        return termios.tcgetattr(self._slave)[:4]

    @property
    def text(self) -> str:
        """Return everything that was written."""
        return self.written.decode("utf-8", errors="replace")

    @property
    def paper(self) -> Paper:
        """Return the terminal as it stands."""
        paper = Paper()
        paper.stream.write(self.text)
        return paper

    @property
    def processor_seconds(self) -> float:
        """Return how long the program has had a processor."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def awaited(self, text: str) -> None:
        """Read until this was written, after all that was awaited before."""
        begin = len(self.written)
        while text not in self.written[begin:].decode("utf-8", errors="replace"):
            if not self._read(PATIENCE):
                pytest.fail(f"{text!r} was not written:\n{self.text[-3000:]}")

    def type(self, keys: str) -> None:
        """Type keys."""
        os.write(self._master, keys.encode())

    def signal(self, number: int) -> None:
        """Send a signal to the program."""
        self._process.send_signal(number)

    def ended(self) -> int:
        """Return the status with which the program ends: the signal's number, negative, where one ended it."""
        deadline = time.monotonic() + PATIENCE
        while self._process.poll() is None:
            self._read(0.1)
            if time.monotonic() > deadline:
                pytest.fail(f"it does not end:\n{self.text[-3000:]}")
        while self._read(0.0):
            pass
        return self._process.returncode

    def hung_up(self) -> int:
        """Hang the terminal up; return the status, as `ended` does."""
        self._line.close()
        self._process.send_signal(signal.SIGHUP)
        return self._process.wait(PATIENCE)

    def close(self) -> None:
        """Put it away."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._line.close()
        os.close(self._slave)

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        self.written += os.read(self._master, 1 << 16)
        while self.written.count(WHERE) > self._told:
            self._told += 1
            os.write(self._master, HERE)
        return True
