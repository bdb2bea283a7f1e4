"""Lines of a pipe or a terminal, read in a thread of their own, fill the inbox. They need no package."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable
from functools import cache

from narrator.inbox.entry import Entry, Lost
from narrator.inbox.inbox import LiveInbox
from narrator.language.typed import LineReader

REST = 0.25
"""Seconds between two looks for a device, and the longest that one read waits: stopping may take as long."""


def until_stopped(read: Callable[[threading.Event], object], name: str) -> Callable[[], None]:
    """Read in a thread of its own, which ends once the event is set; return what sets it and waits for that end."""
    stopped = threading.Event()
    thread = threading.Thread(target=read, args=(stopped,), name=name, daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        thread.join()

    return stop


def repeated(step: Callable[[], bool], name: str) -> Callable[[], None]:
    """Take steps in a thread of its own until the returned function is called; after a vain one comes a rest."""

    def steps(stopped: threading.Event) -> None:
        while not stopped.is_set():
            if not step():
                stopped.wait(REST)

    return until_stopped(steps, name)


KEYBOARD = "keyboard"
LOST = Lost(KEYBOARD)
LOOK = 0.2
"""Seconds after which a thread that waits for what is typed looks whether it is still wanted."""


class RawLines:
    """The lines of a file descriptor, never reading further than the line that is asked for.

    What follows is left to whoever reads next; and no lock of a buffer is held when the program ends in a read.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)
        self._begun = bytearray()
        self._whole = False

    def ready(self, seconds: float) -> bool:
        """Whether a line, or the end of the input, can be read by now or within so many seconds."""
        while not self._whole and self._poll.poll(1000.0 * seconds):
            self._take()
        return self._whole

    def readline(self) -> str:
        """Return the next line with its end, or nothing at the end of the input."""
        while not self._whole:
            self._take()
        line = self._begun.decode("utf-8", errors="replace")
        self._begun.clear()
        self._whole = False
        return line

    def _take(self) -> None:
        try:
            byte = os.read(self._descriptor, 1)
        except OSError:
            byte = b""  # a terminal that has hung up ends with an error
        self._begun += byte
        self._whole = byte in (b"\n", b"")


lines_of = cache(RawLines)
"""The lines of a descriptor, one reader of it for the whole program: who comes next has what was half typed before."""


def listen_to_lines(
    lines: RawLines, reader: LineReader, inbox: LiveInbox, end: Callable[[], Entry] = lambda: LOST
) -> Callable[[], None]:
    """Read lines, in a thread, until the returned function is called or the input ends: what `end` makes is put in.

    One only when an answer is awaited, so that none is swallowed between questions: where another device answers
    meanwhile, the line waits for the next question, of the next game if need be.
    """

    def read(stopped: threading.Event) -> None:
        while not stopped.is_set():
            if not inbox.awaited.wait(LOOK) or not lines.ready(LOOK) or not inbox.awaited.is_set() or stopped.is_set():
                continue
            turn, line = inbox.turn, lines.readline()
            if not line:
                inbox.put(end(), turn)
                return
            inbox.put(reader.read(line.rstrip("\r\n"), inbox), turn)

    return until_stopped(read, "lines")
