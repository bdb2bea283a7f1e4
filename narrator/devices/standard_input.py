"""The lines of standard input, shared by the games of an evening: each goes to whoever awaits one."""

from __future__ import annotations

import threading

from narrator.devices.connected import ConnectedDevices
from narrator.devices.keyboard import KEYBOARD, Lines
from narrator.devices.keypad import LineReceiver


class EveningLines:
    """Reads a line, in a thread, only when one is awaited, so that none is swallowed between two questions.

    The `receiver` of the moment takes it: a game's, or that of the questions before one.
    """

    def __init__(self, lines: Lines, connected: ConnectedDevices) -> None:
        self.receiver: LineReceiver | None = None
        self.there = True
        """Whether more may come."""
        self._lines = lines
        self._connected = connected
        self.awaited = threading.Event()
        """Set while a line is awaited: that of whoever awaits it now."""

    def start(self) -> None:
        """Read, until the input ends."""
        self._connected.has(KEYBOARD)
        threading.Thread(target=self._read, name="lines", daemon=True).start()

    def _read(self) -> None:
        while True:
            self.awaited.wait()
            line = self._lines.readline()
            if not line:
                self.there = False
                self._connected.went(KEYBOARD)
                return
            self.awaited.wait()  # another device may have answered meanwhile
            self.awaited.clear()
            if (receiver := self.receiver) is not None:
                receiver.line(line.rstrip("\r\n"), receiver.turn)
