"""Lines and keys are read one by one, whatever bytes come; no line is lost between two readers.

No key of a real terminal stops the program.
"""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

import pytest
from rooms import reader
from tables import table

from narrator.devices.connection import repeated, until_stopped
from narrator.devices.keyboard import RawLines, keys_of, listen_to_lines
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.rules.core.answers import Choices, Kind, seat
from narrator.rules.core.effects import Ask
from narrator.table.inbox.entry import Lost, Order, Reply
from narrator.table.inbox.inbox import LiveInbox
from narrator.table.language.typed import LONGEST_LINE

ASK = Ask(question="any", choices=Choices(kind=Kind.SEATS, seats=(1, 2, 3)), living=(1, 2, 3))


def test_a_line_of_a_pipe_waits_until_its_question_was_said() -> None:
    inbox, lines = LiveInbox(VirtualClock()), Counted("2\n")
    stop = listen_to_lines(lines, reader(table("villageois*2 loup-garou")), inbox)
    inbox.open_early(ASK)
    assert not inbox.awaited.is_set()
    inbox.open(ASK)
    assert inbox.get(None) == Reply(seat(2))
    stop()


class Counted(RawLines):
    """Lines of a text, and how many of them were read."""

    def __init__(self, text: str) -> None:
        reading, writing = os.pipe()
        super().__init__(reading)
        os.write(writing, text.encode())
        os.close(writing)
        self.count = 0

    def readline(self) -> str:
        self.count += 1
        return super().readline()


def test_a_line_is_read_only_when_an_answer_is_awaited() -> None:
    clock = VirtualClock()
    inbox, lines = LiveInbox(clock), Counted("2\nun instant\n")
    listen_to_lines(lines, reader(table("villageois*2 loup-garou")), inbox)
    inbox.open(None)
    assert inbox.get(0.01) is None
    assert lines.count == 0, "a wait without a question reads nothing"
    inbox.open(ASK)
    assert inbox.get(None) == Reply(seat(2))
    assert lines.count == 1
    assert inbox.get(None) is Order.PAUSE
    assert inbox.get(None) == Lost("keyboard"), "the end of the input is the loss of the keyboard"


class Slow(RawLines):
    """Lines that come when they are let through."""

    def __init__(self) -> None:
        super().__init__(os.open(os.devnull, os.O_RDONLY))
        self.asked, self.typed = threading.Event(), threading.Event()

    def ready(self, seconds: float) -> bool:
        self.asked.set()
        return self.typed.wait(seconds)

    def readline(self) -> str:
        return "3\n"


def test_a_line_that_comes_after_another_device_has_answered_waits_for_the_next_question() -> None:
    inbox, lines = LiveInbox(VirtualClock()), Slow()
    listen_to_lines(lines, reader(table("villageois*2 loup-garou")), inbox)
    inbox.open(ASK)
    inbox.put(Reply(seat(2)), inbox.moment.slot)
    assert inbox.get(None) == Reply(seat(2))
    inbox.open(ASK)
    assert inbox.get(0.01) is None
    assert lines.asked.wait(10.0)
    inbox.put(Reply(seat(1)), inbox.moment.slot)
    lines.typed.set()
    assert inbox.get(None) == Reply(seat(1))
    inbox.close()
    inbox.open(ASK)
    assert inbox.get(None) == Reply(seat(3))


def test_raw_lines_leave_the_next_line_to_whoever_reads_next() -> None:
    reading, writing = os.pipe()
    os.write(writing, "été\nsecond\nsans fin".encode())
    os.close(writing)
    assert RawLines(reading).readline() == "été\n"
    assert os.read(reading, 7) == b"second\n"
    assert RawLines(reading).readline() == "sans fin"
    assert RawLines(reading).readline() == ""
    os.close(reading)


def test_who_stops_reading_leaves_no_thread_and_no_line_half_read() -> None:
    reading, writing = os.pipe()
    lines, words = RawLines(reading), reader(table("villageois*2 loup-garou"))
    before = threading.active_count()
    first = LiveInbox(VirtualClock())
    stop = listen_to_lines(lines, words, first)
    first.open(ASK)
    os.write(writing, "répè".encode())
    assert first.get(0.01) is None
    stop()
    assert threading.active_count() == before
    os.write(writing, b"te\n3\n")
    second = LiveInbox(VirtualClock())
    stop = listen_to_lines(lines, words, second)
    second.open(ASK)
    assert [second.get(None), second.get(None)] == [Order.REPEAT, Reply(seat(3))]
    os.close(writing)
    assert second.get(None) == Lost("keyboard")
    stop()
    assert threading.active_count() == before
    os.close(reading)


def test_who_stops_reading_has_nobody_read_what_is_not_awaited() -> None:
    reading, writing = os.pipe()
    lines, words = RawLines(reading), reader(table("villageois*2 loup-garou"))
    inbox = LiveInbox(VirtualClock())
    listen_to_lines(lines, words, inbox)()
    assert not inbox.awaited.is_set()
    os.write(writing, b"3\n")
    stop = listen_to_lines(lines, words, inbox)
    inbox.open(ASK)
    assert inbox.get(None) == Reply(seat(3))
    os.close(writing)
    stop()
    os.close(reading)


def test_bytes_that_are_no_text_are_read_all_the_same() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"\xff\xfe 5\n")
    os.close(writing)
    assert RawLines(reading).readline().endswith(" 5\n")
    os.close(reading)


def test_a_line_without_an_end_fills_no_memory_and_is_still_too_long_to_be_an_answer() -> None:
    reading, writing = os.pipe()
    os.write(writing, b"1" * 60_000 + b"\n3\n")
    lines = RawLines(reading)
    assert LONGEST_LINE < len(lines.readline()) < 5 * LONGEST_LINE
    assert lines.readline() == "3\n"
    os.close(writing)
    os.close(reading)


def test_a_terminal_that_hangs_up_is_the_end_of_its_lines() -> None:
    terminal, keys = pty.openpty()
    lines = RawLines(keys)
    os.write(terminal, b"oui\nno")
    assert lines.readline() == "oui\n"
    os.close(terminal)
    assert lines.readline().rstrip("no") == ""
    assert lines.readline() == ""
    os.close(keys)


def test_who_stops_a_thread_goes_on_once_it_has_ended() -> None:
    ended: list[str] = []

    def read(stopped: threading.Event) -> None:
        stopped.wait()
        ended.append(threading.current_thread().name)

    until_stopped(read, "pad")()
    assert ended == ["pad"]


@pytest.mark.parametrize("vain", [False, True])
def test_steps_are_taken_again_and_again_until_they_are_stopped(vain: bool) -> None:
    taken: list[int] = []
    enough = threading.Event()

    def step() -> bool:
        taken.append(len(taken))
        if len(taken) == 2:
            enough.set()
        return not vain

    stop = repeated(step, "pad")
    enough.wait()
    stop()
    assert "pad" not in [thread.name for thread in threading.enumerate()]


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
        command = [sys.executable, "-m", "narrator", "play", "--players", "8", "--set", "introduction=full"]
        command += ["--pace", "instant", "--no-sound"]
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
