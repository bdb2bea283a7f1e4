"""Lines are read one by one, each for the question that awaits it, and none is lost between two readers."""

from __future__ import annotations

import os
import pty
import threading

import pytest
from rooms import reader
from tables import table

from narrator.core.answers import Choices, Kind, seat
from narrator.core.effects import Ask
from narrator.devices.input_lines import RawLines, listen_to_lines, repeated, until_stopped
from narrator.inbox.entry import Lost, Order, Reply
from narrator.inbox.inbox import LiveInbox
from narrator.rehearsal.virtual_table import VirtualClock

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
    inbox.put(Reply(seat(2)), inbox.turn)
    assert inbox.get(None) == Reply(seat(2))
    inbox.open(ASK)
    assert inbox.get(0.01) is None
    assert lines.asked.wait(10.0)
    inbox.put(Reply(seat(1)), inbox.turn)
    inbox.close()
    lines.typed.set()
    assert inbox.get(None) == Reply(seat(1))
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
