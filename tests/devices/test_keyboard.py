"""Whatever bytes a real terminal sends, the keyboard is read on, and no key stops the program."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

import pytest

from narrator.devices.keyboard import keys_of

PATIENCE = 60.0
"""Seconds after which something that should have appeared has not: a limit, not a measurement."""

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("né\r".encode(), ["n", "é", "\r"]),
        (b"\x1b[A7\x1bOM", ["\x1b[A", "7", "\x1bOM"]),
        (b"\x1b[[A\x1b[3~\x7f", ["\x1b[[A", "\x1b[3~", "\x7f"]),
        (b"\x1bz\x1b\x1b[1;5Cx", ["\x1bz", "\x1b\x1b[1;5C", "x"]),
        (b"\xffa", ["\ufffd", "a"]),
        (b"a\x1b", ["a", ""]),
        (b"\x1b[1;", [""]),
    ],
)
def test_what_a_terminal_sends_for_a_key_is_one_key(sent: bytes, keys: list[str]) -> None:
    reads, writes = os.pipe()
    try:
        os.write(writes, sent)
        pressed = keys_of(reads)
        assert [next(pressed) for _ in keys] == keys
        os.write(writes, b"7")
        assert next(pressed) == "7", "what was begun and never ended is forgotten"
    finally:
        os.close(reads)
        os.close(writes)


NO_LETTERS = b"\xff\xe9"
STOP, QUIT = b"\x1a", b"\x1c"


class Typist:
    """Somebody at a terminal of a program."""

    def __init__(self, home: Path, *options: str) -> None:
        self._terminal, self._keys = pty.openpty()
        ioctl(self._keys, TIOCSWINSZ, pack("HHHH", 24, 90, 0, 0))
        command = [sys.executable, "-m", "narrator", "play", "--players", "8", "--pace", "instant", "--no-sound"]
        self._program = subprocess.Popen(
            ["setsid", "--ctty", *command, *options],
            stdin=self._keys,
            stdout=self._keys,
            stderr=self._keys,
            env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"},
        )

    def type(self, keys: bytes) -> None:
        os.write(self._terminal, keys)

    def awaited(self, text: str, keys: bytes = b"") -> str:
        """Read until this text has appeared; type these keys again and again meanwhile. Return all that was written."""
        deadline, shown = time.monotonic() + PATIENCE, ""
        while text not in ESCAPES.sub("", shown):
            assert time.monotonic() < deadline, f"{text!r} did not appear"
            if select.select([self._terminal], [], [], 1.0)[0]:
                shown += os.read(self._terminal, 4096).decode(errors="replace")
            else:
                self.type(keys)
        return shown

    def close(self) -> None:
        self._program.kill()
        self._program.wait()
        os.close(self._terminal)
        os.close(self._keys)


@pytest.fixture(params=[("--plain",), ()], ids=["plain", "full screen"])
def typist(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Typist]:
    typist = Typist(tmp_path, *request.param)
    yield typist
    typist.close()


@pytest.mark.thorough
def test_a_terminal_that_answers_nothing_is_not_asked_which_program_it_is(tmp_path: Path) -> None:
    typist = Typist(tmp_path, "--plain")
    assert "\x1b[>q" not in typist.awaited("Expliquer d'abord")
    typist.close()


@pytest.mark.thorough
def test_a_question_is_answered_whatever_was_typed_before(typist: Typist) -> None:
    typist.awaited("Expliquer d'abord")
    typist.type(NO_LETTERS + STOP + QUIT)
    typist.awaited("Jouer une nuit d'essai", b"non\r")  # what comes together with no letters may be lost with them
