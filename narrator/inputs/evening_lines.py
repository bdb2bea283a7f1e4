"""The lines of standard input, for an evening of several games: each goes to whoever awaits one when it is read."""

from __future__ import annotations

import threading

from narrator.inputs.hands import Hands
from narrator.inputs.keyboard import KEYBOARD, Lines
from narrator.inputs.keypad import Desk


class EveningLines:
    """Reads a line, in a thread, only when one is awaited, so that none is swallowed between two questions.

    The `desk` of the moment takes it: a game's, or that of the questions before one.
    """

    def __init__(self, lines: Lines, hands: Hands) -> None:
        self.desk: Desk | None = None
        self.there = True
        """Whether more may come."""
        self._lines = lines
        self._hands = hands
        self.awaited = threading.Event()
        """Set while a line is awaited: that of whoever awaits it now."""

    def start(self) -> None:
        """Read, until the input ends."""
        self._hands.has(KEYBOARD)
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def _read(self) -> None:
        while True:
            self.awaited.wait()
            line = self._lines.readline()
            if not line:
                self.there = False
                self._hands.went(KEYBOARD)
                return
            self.awaited.wait()  # another device may have answered meanwhile
            self.awaited.clear()
            if (desk := self.desk) is not None:
                desk.line(line.rstrip("\r\n"), desk.turn)
