"""Who has the table is said aloud: at once by day, and what comes at night, or in a window, not before it is over."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.core.effects import Ask
from narrator.inbox.entry import Changed, Entry, Order
from narrator.inbox.inbox import LiveInbox
from narrator.rehearsal.virtual_table import VirtualClock
from narrator.ui.phone.announcing import NEWS, PAIRED, TAKEN, AnnouncingInbox

ENDS = 100.0


class Nobody:
    """Nobody attends."""

    def opened(self, ask: Ask | None) -> None:
        """Nobody is told."""

    def closed(self) -> None:
        """Nobody is told."""


class Table:
    """An inbox of which a test decides whether eyes are closed."""

    def __init__(self) -> None:
        self.asleep = False
        self.live = LiveInbox(VirtualClock())
        self.unsaid = deque[Changed]()
        self.inbox = AnnouncingInbox(self.live, Nobody(), self.unsaid, lambda: self.asleep)

    def happens(self, line: str, advice: str = "") -> None:
        """Let a page get or lose the table, or a code be drawn, as the phone of an evening tells it."""
        self.unsaid.append(Changed(line, advice))
        self.live.put(NEWS, self.live.turn)

    def keyed(self, entry: Entry) -> None:
        """Key something."""
        self.live.put(entry, self.live.turn)

    def next(self) -> Entry | None:
        """Return what the game gets next; an order to go on ends every wait."""
        self.keyed(Order.RESUME)
        got = self.inbox.get(ENDS)
        while not self.live._entries.empty():
            self.live._entries.get()
        return got


@pytest.mark.parametrize(("line", "advice"), [(PAIRED, ""), (TAKEN, ""), ("", "The new code: 1 2 3, 4 5 6.")])
def test_by_day_it_is_said_at_once_and_once(line: str, advice: str) -> None:
    table = Table()
    table.happens(line, advice)
    assert table.inbox.get(ENDS) == Changed(line, advice)
    assert table.next() is Order.RESUME


def test_at_night_nothing_is_said_and_in_the_morning_all_of_it_in_its_order() -> None:
    table = Table()
    table.asleep = True
    table.happens(TAKEN)
    table.happens(PAIRED)
    assert table.next() is Order.RESUME
    table.asleep = False
    assert [table.next(), table.next(), table.next()] == [Changed(TAKEN), Changed(PAIRED), Order.RESUME]


def test_what_happened_between_two_games_is_said_in_the_next() -> None:
    table = Table()
    table.unsaid.append(Changed(PAIRED))
    assert table.next() == Changed(PAIRED)


def test_what_becomes_of_other_equipment_is_said_at_night_too() -> None:
    table = Table()
    table.asleep = True
    table.keyed(Changed("sound.lost"))
    assert table.inbox.get(ENDS) == Changed("sound.lost")


@given(st.lists(st.sampled_from((PAIRED, TAKEN, "nightfall", "dawn", "next")), max_size=30))
def test_nothing_is_ever_said_at_night_twice_or_out_of_order(script: list[str]) -> None:
    table = Table()
    happened: list[str] = []
    said: list[str] = []
    for step in [*script, "dawn", *["next"] * len(script)]:
        match step:
            case "nightfall" | "dawn":
                table.asleep = step == "nightfall"
            case "next":
                got = table.next()
                if isinstance(got, Changed):
                    assert not table.asleep
                    said.append(got.line)
            case line:
                happened.append(line)
                table.happens(line)
    assert said == happened
