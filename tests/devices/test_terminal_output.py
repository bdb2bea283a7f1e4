"""What is written to a terminal that takes nothing, or to a pipe that nobody reads, keeps nobody waiting."""

from __future__ import annotations

import os
import pty
import select
import termios
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TextIO

import pytest

from narrator.devices.terminal_output import ABORT, LateStream, TerminalOutput

PLENTY = "x" * (1 << 20)
"""More than the kernel holds for anybody."""
HELD_BY_A_READER = 4096 + len(ABORT + "Le coq chante.")
"""What Linux holds for the reader of a pseudo-terminal, and gives back to no writer."""


@dataclass
class Line:
    """A terminal: what its program writes to, and what its reader reads of."""

    stream: TextIO
    reader: int

    def read(self) -> str:
        read = b""
        while select.select([self.reader], [], [], 0.05)[0]:
            read += os.read(self.reader, 1 << 16)
        return read.decode()

    def stop(self) -> None:
        termios.tcflow(self.stream, termios.TCOOFF)

    def go_on(self) -> None:
        termios.tcflow(self.stream, termios.TCOON)


@pytest.fixture
def line() -> Iterator[Line]:
    reader, program = pty.openpty()
    with os.fdopen(program, "w", encoding="utf-8") as stream:
        yield Line(stream, reader)
    os.close(reader)


@pytest.fixture
def output(line: Line) -> Iterator[TerminalOutput]:
    output = TerminalOutput(line.stream)
    yield output
    output.close()


def test_a_terminal_is_written_to(line: Line, output: TerminalOutput) -> None:
    assert output.offer("Le coq chante.")
    assert output.flush()
    assert line.read() == "Le coq chante."


def test_what_standard_output_is_for_the_shell_as_well_goes_on_to_wait(line: Line, output: TerminalOutput) -> None:
    line.stop()
    output.offer("Le coq chante.")
    assert os.get_blocking(line.stream.fileno())


@pytest.mark.parametrize("foreign", [False, True], ids=["by a descriptor of its own", "by the shared one"])
def test_what_a_stopped_terminal_has_not_taken_follows_and_nothing_is_taken_meanwhile(
    line: Line, foreign: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if foreign:
        refused = {os.ttyname(line.stream.fileno()), "/dev/tty"}
        opened = os.open
        monkeypatch.setattr(os, "open", lambda path, *how: opened("/nowhere" if path in refused else path, *how))
    output = TerminalOutput(line.stream)
    line.stop()
    assert output.offer("un ")
    assert not output.offer("deux ")
    assert not output.flush()
    assert line.read() == ""
    line.go_on()
    assert output.offer("trois")
    assert output.flush()
    assert line.read() == "un trois"
    assert os.get_blocking(line.stream.fileno())
    output.close()


def test_what_is_discarded_of_a_stopped_terminal_is_never_shown(line: Line, output: TerminalOutput) -> None:
    line.stop()
    assert output.offer("voyante")
    output.discard()
    line.go_on()
    output.offer("Le coq chante.")
    assert line.read() == ABORT + "Le coq chante."


def test_what_is_discarded_of_a_terminal_that_is_not_read_is_cut_off(line: Line, output: TerminalOutput) -> None:
    assert output.offer("voyante" + PLENTY)
    assert not output.flush()
    output.discard()
    output.offer("Le coq chante.")
    taken, abort, read = line.read().partition(ABORT)
    assert (abort, read) == (ABORT, "Le coq chante.")
    assert ("voyante" + PLENTY).startswith(taken), "what its reader holds already, and nothing else"
    assert len(taken) <= HELD_BY_A_READER


def test_a_terminal_that_is_stopped_is_left_as_it_should_be(line: Line, output: TerminalOutput) -> None:
    attributes = termios.tcgetattr(line.stream)
    attributes[0] |= termios.IXON
    termios.tcsetattr(line.stream, termios.TCSANOW, attributes)
    os.write(line.reader, b"\x13")
    while select.select([], [line.stream], [], 0.0)[1]:
        pass  # the system takes it in a moment later
    output.offer("voyante")
    assert not output.release()
    assert output.offer("au revoir")
    assert line.read() == ABORT + "au revoir"


def test_a_terminal_that_is_gone_takes_everything(line: Line, output: TerminalOutput) -> None:
    output.offer(PLENTY)
    os.close(line.reader)
    try:
        assert output.offer("Le coq chante.")
        assert output.flush()
        assert output.release()
    finally:
        line.reader = os.open(os.devnull, os.O_RDONLY)


@dataclass
class Pipe:
    """A pipe that nobody reads yet."""

    stream: LateStream
    writer: TextIO
    reader: int


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    reader, writer = os.pipe()
    with os.fdopen(writer, "w", encoding="utf-8") as stream:
        yield Pipe(LateStream(stream), stream, reader)
    os.close(reader)


def test_what_is_printed_into_a_pipe_that_nobody_reads_follows(pipe: Pipe) -> None:
    told = "".join(f"{number}\n" for number in range(100_000))
    for line in told.splitlines(keepends=True):
        pipe.stream.write(line)
    pipe.stream.flush()
    read = b""
    while len(read) < len(told):
        read += os.read(pipe.reader, 1 << 16)
    assert read.decode() == told
    pipe.stream.close()


def test_more_than_a_million_letters_are_not_kept(pipe: Pipe) -> None:
    for _ in range(3):
        pipe.stream.write(PLENTY)
    pipe.stream.close()
    os.set_blocking(pipe.reader, False)
    read = 0
    while select.select([pipe.reader], [], [], 0.2)[0] and (more := os.read(pipe.reader, 1 << 16)):
        read += len(more)
    assert read < 3 * len(PLENTY)


def test_a_pipe_whose_reader_is_gone_is_an_error(pipe: Pipe) -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), pipe.reader)
    pipe.stream.write("Le coq chante.\n")
    with pytest.raises(BrokenPipeError):
        pipe.stream.flush()
