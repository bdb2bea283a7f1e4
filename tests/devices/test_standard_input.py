"""The lines of standard input, for an evening: each is read only when it is awaited, and goes to whoever awaits it."""

from __future__ import annotations

from queue import SimpleQueue

from narrator.devices.connected import ConnectedDevices
from narrator.devices.standard_input import EveningLines
from narrator.inbox.inbox import Entry, Lost

SECONDS = 30.0


class Pipe:
    """Lines that a test writes; it counts how many were asked for."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[None] = SimpleQueue()
        self.lines: SimpleQueue[str] = SimpleQueue()

    def readline(self) -> str:
        """Return the next line."""
        self.asked.put(None)
        return self.lines.get(timeout=SECONDS)


class Desk:
    """Takes lines."""

    turn, open = 7, True

    def __init__(self) -> None:
        self.taken: SimpleQueue[tuple[str, int]] = SimpleQueue()

    def line(self, text: str, turn: int) -> None:
        """Take a line."""
        self.taken.put((text, turn))


def test_a_line_is_read_when_one_is_awaited_and_goes_to_the_desk_of_that_moment() -> None:
    pipe, first, second = Pipe(), Desk(), Desk()
    told: SimpleQueue[Entry] = SimpleQueue()
    lines = EveningLines(pipe, ConnectedDevices(told.put))
    lines.receiver = first
    lines.start()
    assert pipe.asked.empty(), "nobody awaits anything yet"
    lines.awaited.set()
    pipe.lines.put("huit\n")
    assert first.taken.get(timeout=SECONDS) == ("huit", 7)
    lines.receiver = second
    lines.awaited.set()
    pipe.lines.put("oui\n")
    assert second.taken.get(timeout=SECONDS) == ("oui", 7)
    assert pipe.asked.qsize() == 2
    lines.awaited.set()
    pipe.lines.put("")
    assert told.get(timeout=SECONDS) == Lost("keyboard")
    assert not lines.there
