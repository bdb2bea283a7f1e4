"""Programs where people start them: in tmux with its scrollback, on a pseudo-terminal, on a pipe that types."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from papers import KIND, SEQUENCE, Paper

PATIENCE = 60.0
"""Seconds after which something that should have appeared has not: a limit, not a measurement."""


class Terminal:
    """A terminal of 90 columns and 24 rows."""

    def __init__(self, folder: Path) -> None:
        self._tmux = ["tmux", "-S", str(folder / "socket"), "-f", "/dev/null"]

    def run(self, *command: str, home: Path) -> None:
        environment = ["-e", f"NARRATOR_HOME={home}", "-e", "LC_ALL=C.UTF-8"]
        self._do("new-session", "-d", "-x", "90", "-y", "24", *environment, *command)

    def type(self, *keys: str) -> None:
        self._do("send-keys", *keys)

    def screen(self) -> str:
        return self._do("capture-pane", "-p")

    def everything(self) -> str:
        return self._do("capture-pane", "-p", "-S", "-")

    def alternate(self) -> str:
        """Return what is left on the alternate screen, if it is kept."""
        return self._do("capture-pane", "-p", "-a", "-q")

    def flow(self, action: int) -> None:
        """Have the terminal take nothing, or take what is written again, as `termios.tcflow` says it."""
        pane = os.open(self._do("display-message", "-p", "#{pane_tty}").strip(), os.O_RDWR | os.O_NOCTTY)
        termios.tcflow(pane, action)
        os.close(pane)

    def lose(self) -> None:
        """Have the terminal forget what is drawn, as where it has been made smaller."""
        self._do("send-keys", "-R")

    def child(self) -> int:
        """Return the process that the terminal's shell has started."""
        shell = self._do("display-message", "-p", "#{pane_pid}").strip()
        return int(Path(f"/proc/{shell}/task/{shell}/children").read_text(encoding="ascii").split()[0])

    def awaited(self, text: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            shown = self.screen()
            if text in shown:
                return shown
            time.sleep(0.05)
        pytest.fail(f"{text!r} did not appear on:\n{self.screen()}")

    def stopped(self, process: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while Path(f"/proc/{process}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] != "T":
            if time.monotonic() > deadline:
                pytest.fail(f"it does not stop; on the screen:\n{self.screen()}")
            time.sleep(0.05)

    def close(self) -> None:
        self._do("kill-server")

    def _do(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], check=True, capture_output=True, text=True).stdout


LEAVING = 60.0
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
        return self.written.decode("utf-8", errors="replace")

    @property
    def paper(self) -> Paper:
        paper = Paper()
        paper.stream.write(self.text)
        return paper

    @property
    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")

    def awaited(self, text: str) -> None:
        """Read until this was written, after all that was awaited before, wherever the cursor went between letters."""
        begin = len(self.written)
        while text not in SEQUENCE.sub("", self.written[begin:].decode("utf-8", errors="replace")):
            if not self._read(LEAVING):
                pytest.fail(f"{text!r} was not written:\n{self.text[-3000:]}")

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def signal(self, number: int) -> None:
        self._process.send_signal(number)

    def stop(self) -> None:
        """Have the terminal take nothing until it goes on, as by Ctrl-S; what it has taken is read."""
        termios.tcflow(self._slave, termios.TCOOFF)
        while self._read(0.1):
            pass

    def go_on(self) -> None:
        """Have a terminal that was stopped take what is written again."""
        termios.tcflow(self._slave, termios.TCOON)

    def clog(self) -> None:
        """Write to the terminal, of which nothing is read meanwhile, until it takes nothing more."""
        program = os.open(os.ttyname(self._slave), os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK)
        with suppress(BlockingIOError):
            while True:
                os.write(program, b".")
        os.close(program)

    def ended_unread(self) -> int:
        """Return the status with which the program ends while nobody reads what it writes."""
        return self._process.wait(LEAVING)

    def ended(self) -> int:
        """Return the status with which the program ends: the signal's number, negative, where one ended it."""
        deadline = time.monotonic() + LEAVING
        while self._process.poll() is None:
            self._read(0.1)
            if time.monotonic() > deadline:
                pytest.fail(f"it does not end:\n{self.text[-3000:]}")
        while self._read(0.0):
            pass
        return self._process.returncode

    def hung_up(self, *, told: bool = True) -> int:
        """Hang the terminal up, of which the program is `told` by its signal; return the status, as `ended` does."""
        self._line.close()
        if told:
            self._process.send_signal(signal.SIGHUP)
        return self._process.wait(LEAVING)

    def close(self) -> None:
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


RECORDED = Path(__file__).parents[1] / "recorded"
LINES = (RECORDED / "thiercelieux-fr.txt").read_text(encoding="utf-8").splitlines()
"""What was typed at a recorded evening."""
PLAY = (RECORDED / "thiercelieux-fr.args").read_text(encoding="utf-8").split()
"""Its command line."""


NAMES = ("Alice", "Bruno", "Chloé", "David", "Emma", "Farid", "Gwen", "Hugo")
BY_CARDS = (
    *("play", "--names", ",".join(NAMES), "--deal", "cards", "--roles", "simple", "--pace", "instant", "--no-sound"),
    *("--set", "introduction=full"),
)
"""A game of eight with real cards, and all that can be offered before it."""

TO_THE_CARDS = (
    ("Expliquer d'abord", "non"),
    ("Jouer une nuit d'essai", "non"),
    ("Entrée quand le cercle", ""),
    ("Entrée quand chaque carte", ""),
)
"""What it asks until each tells his card, and what is typed."""


def narrator(home: Path, *words: str, lines: list[str] | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """Run narrator, whose data folder is `home`, with these lines typed into it."""
    return _run((sys.executable, "-m", "narrator", *words), home, lines or (), more)


def without_privileges(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run narrator as one for whom permissions count, also where the tests are run by root."""
    bound = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if os.geteuid() == 0 else ()
    return _run((*bound, sys.executable, "-m", "narrator", *words), home, (), {})


def _run(
    command: Sequence[str], home: Path, lines: Sequence[str], more: Mapping[str, str]
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8", **more},
        check=False,
    )


def journals(home: Path) -> list[Path]:
    """Return the journals of a data folder, the first game's first."""
    return sorted((home / "games").glob("*.journal"))
