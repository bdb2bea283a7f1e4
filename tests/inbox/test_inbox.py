"""The inbox of a real table: whatever is keyed belongs to the question that was open when it was keyed."""

from __future__ import annotations

import io
import os
import threading
from dataclasses import replace

import pytest
from rooms import reader
from tables import table

from narrator.core.answers import CONFIRM, DONE, YES, Choices, Kind, Leave, Refusal, seat
from narrator.core.effects import Ask
from narrator.devices.keyboard import RawLines, listen_to_lines
from narrator.inbox.entry import Changed, Entry, Lost, Misread, Order, Reply
from narrator.inbox.inbox import LiveInbox
from narrator.rehearsal.virtual_table import VirtualClock

ASK = Ask(question="any", choices=Choices(kind=Kind.SEATS, seats=(1, 2, 3)), living=(1, 2, 3))
READY = Ask(question="ready", choices=CONFIRM, living=(1, 2, 3))


def opened() -> LiveInbox:
    """Return an inbox whose clock stands still, with an open question."""
    inbox = LiveInbox(VirtualClock())
    inbox.open(ASK)
    return inbox


def test_entries_come_in_the_order_in_which_they_were_keyed() -> None:
    inbox = opened()
    inbox.put(Reply(seat(2)), inbox.turn)
    inbox.put(Order.UNDO, inbox.turn)
    assert [inbox.get(None), inbox.get(None)] == [Reply(seat(2)), Order.UNDO]


@pytest.mark.parametrize("entry", [Reply(seat(2)), Misread(Refusal.UNREADABLE), Order.NEXT, Order.UNDO], ids=repr)
def test_what_was_keyed_for_an_earlier_question_is_dropped(entry: Reply | Misread | Order) -> None:
    inbox = opened()
    inbox.put(entry, inbox.turn)
    inbox.close()
    inbox.open(READY)
    inbox.put(Reply(DONE), inbox.turn)
    assert inbox.get(None) == Reply(DONE)


@pytest.mark.parametrize("entry", [Reply(Leave(3)), Order.PAUSE, Order.QUIT, Order.HELP, Lost("keyboard")], ids=repr)
def test_what_means_something_at_any_time_is_never_dropped(entry: Reply | Order | Lost) -> None:
    inbox = opened()
    inbox.put(entry, inbox.turn)
    inbox.close()
    inbox.open(READY)
    assert inbox.get(None) == entry


def test_a_pause_is_taken_before_what_was_given_earlier_and_once() -> None:
    inbox = opened()
    inbox.put(Reply(Leave(3)), inbox.turn)
    assert not inbox.breaking()
    assert not inbox.take_pause()
    inbox.put(Order.PAUSE, inbox.turn)
    assert inbox.breaking()
    assert inbox.take_pause()
    assert not inbox.breaking()
    assert not inbox.take_pause()
    assert inbox.get(None) == Reply(Leave(3))


def test_a_goodbye_is_taken_once_but_no_answer_that_was_given_before_it_is_lost() -> None:
    inbox = opened()
    inbox.put(Order.HELP, inbox.turn)
    inbox.put(Order.QUIT, inbox.turn)
    assert inbox.breaking()
    assert inbox.take_quit()
    assert not inbox.take_quit()
    inbox.put(Reply(Leave(3)), inbox.turn)
    inbox.put(Order.QUIT, inbox.turn)
    assert not inbox.take_quit()
    assert [inbox.get(None), inbox.get(None), inbox.get(None)] == [Order.HELP, Reply(Leave(3)), Order.QUIT]


def test_an_answer_waits_until_it_is_taken_and_a_stale_one_never_does() -> None:
    inbox = opened()
    assert not inbox.answered()
    inbox.put(Reply(seat(2)), inbox.turn)
    assert inbox.answered()
    inbox.get(None)
    assert not inbox.answered()
    inbox.put(Reply(seat(2)), inbox.turn - 1)
    inbox.put(Changed("keypad.lost"), inbox.turn)
    assert not inbox.waits(), "nobody gave what becomes of the equipment"


def test_while_nothing_is_asked_nothing_is_answered_though_something_waits() -> None:
    inbox = opened()
    inbox.close()
    inbox.put(Order.LOUDER, inbox.turn)
    assert inbox.waits()
    assert not inbox.answered()


def test_what_answers_a_question_that_is_still_being_said_is_its_answer() -> None:
    inbox = LiveInbox(VirtualClock())
    inbox.open_early(ASK)
    assert not inbox.interrupting()
    inbox.put(Reply(seat(2)), inbox.turn)
    assert inbox.interrupting()
    inbox.open(ASK)
    assert inbox.get(None) == Reply(seat(2))


def test_a_question_that_is_put_again_takes_nothing_that_was_given_before() -> None:
    inbox = LiveInbox(VirtualClock())
    inbox.open_early(ASK)
    inbox.open(ASK)
    inbox.put(Reply(seat(2)), inbox.turn)
    inbox.open(ASK)
    inbox.put(Reply(seat(3)), inbox.turn)
    assert inbox.get(None) == Reply(seat(3))


def test_nobody_hears_that_a_secret_question_was_answered() -> None:
    inbox = LiveInbox(VirtualClock())
    inbox.open(replace(ASK, slot=0))
    inbox.put(Reply(seat(2)), inbox.turn)
    assert inbox.waits()
    assert not inbox.interrupting()


def test_whatever_is_said_breaks_off_for_a_pause() -> None:
    inbox = LiveInbox(VirtualClock())
    inbox.put(Order.PAUSE, inbox.turn)
    assert inbox.interrupting()


def test_a_line_of_a_pipe_waits_until_its_question_was_said() -> None:
    inbox, lines = LiveInbox(VirtualClock()), Counted("2\n")
    stop = listen_to_lines(lines, reader(table("villageois*2 loup-garou")), inbox)
    inbox.open_early(ASK)
    assert not inbox.awaited.is_set()
    inbox.open(ASK)
    assert inbox.get(None) == Reply(seat(2))
    stop()


def test_a_flood_of_entries_does_not_make_a_wait_longer() -> None:
    clock = VirtualClock()
    inbox = LiveInbox(clock)
    inbox.open(ASK)
    for _ in range(3):
        inbox.put(Reply(seat(2)), inbox.turn)
    assert inbox.get(10.0) == Reply(seat(2))
    clock.advance(10.0)
    assert inbox.get(10.0) is None


class Counted:
    """Lines, and how many of them were read."""

    def __init__(self, lines: str) -> None:
        self._lines = io.StringIO(lines)
        self.count = 0

    def ready(self, _seconds: float) -> bool:
        """Whether a line is there: always."""
        return True

    def readline(self) -> str:
        """Read a line."""
        self.count += 1
        return self._lines.readline()


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


class Slow:
    """Lines that come when they are let through."""

    def __init__(self) -> None:
        self.asked, self.typed = threading.Event(), threading.Event()

    def ready(self, seconds: float) -> bool:
        """Wait until somebody has typed."""
        self.asked.set()
        return self.typed.wait(seconds)

    def readline(self) -> str:
        """Read what was typed."""
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


def test_who_waits_for_an_entry_gives_signs_of_life_until_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("narrator.inbox.inbox.BEAT", 0.01)
    beats: list[int] = []

    def beat() -> None:
        beats.append(len(beats))
        if len(beats) == 4:
            inbox.put(Order.PAUSE, inbox.turn)

    inbox = LiveInbox(VirtualClock(), beat)
    inbox.open(ASK)
    assert inbox.get(None) is Order.PAUSE
    assert len(beats) == 4
    assert inbox.get(0.05) is None, "a wait with an end comes to it all the same"


@pytest.mark.parametrize(
    ("entry", "early"),
    [
        (Reply(YES), 1),
        (Misread(Refusal.UNREADABLE), 1),
        (Order.UNDO, 1),
        (Reply(YES, spoken=True), 0),
        (Reply(Leave(3)), 0),
        (Order.NEXT, 0),
        (Order.PAUSE, 0),
        (Lost("keyboard"), 0),
    ],
    ids=repr,
)
def test_what_is_typed_before_a_question_is_told_to_be_early_and_nothing_else_is(entry: Entry, early: int) -> None:
    inbox, told = LiveInbox(VirtualClock()), list[None]()
    inbox.early = lambda: told.append(None)
    inbox.put(entry, inbox.turn)
    assert len(told) == early
    inbox.open(None)
    inbox.put(entry, inbox.turn)
    assert len(told) == 2 * early
    inbox.open(ASK)
    inbox.put(entry, inbox.turn)
    assert len(told) == 2 * early
