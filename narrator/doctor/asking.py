"""Asks whoever is at the machine: answers come from a keyboard, a keypad, or recognised words."""

from __future__ import annotations

import threading
import time
from queue import Empty, SimpleQueue

from narrator.devices.input_lines import Lines
from narrator.resources import languages
from narrator.story.sentences import DOCTOR, sentences

YES, NO = ("1", "+"), ("0", "2", "-")
"""What is taken for an answer to yes or no on a keypad; on a keyboard, the words of every language."""

PATIENCE = 30.0
"""Seconds for which an answer is awaited."""


class Asking:
    """The answers of somebody, from wherever they come. Nothing here waits without end."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._gone = False

    def listen(self, lines: Lines) -> None:
        """Take lines from here too, in a thread, until they end."""

        def read() -> None:
            while line := lines.readline():
                self._lines.put(line.strip())
            self._lines.put(None)

        threading.Thread(target=read, name="lines", daemon=True).start()

    def put(self, line: str) -> None:
        """Take one line."""
        self._lines.put(line.strip())

    def forget(self) -> None:
        """Drop what was said before it was asked."""
        while True:
            try:
                self._gone = self._lines.get_nowait() is None or self._gone
            except Empty:
                return

    def line(self, seconds: float = PATIENCE) -> str | None:
        """Return the next line; nothing where none comes in time, or nobody is there any more."""
        if self._gone:
            return None
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except Empty:
            return None
        self._gone = line is None
        return line

    def yes(self, seconds: float = PATIENCE) -> bool | None:
        """Return whether the next line that is an answer says yes; nothing where none comes in time."""
        end = time.monotonic() + seconds
        while (line := self.line(end - time.monotonic())) is not None:
            for answer, keys, id_ in ((True, YES, "asking.yes"), (False, NO, "asking.no")):
                words = [word for language in languages() for word in sentences(DOCTOR, language)[id_].split()]
                if line.casefold() in (*keys, *words):
                    return answer
        return None
