"""The keyboard: keys of a terminal, or lines of a pipe. Each runs in a thread of its own and fills the inbox."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

from blessed import Terminal

from narrator.inputs.inbox import LiveInbox, Lost
from narrator.inputs.reading import Reader

KEYBOARD = "keyboard"
END_OF_INPUT = "\x04"


class Editor(Protocol):
    """Where the line that is being typed stands."""

    def type(self, text: str) -> None:
        """Take typed letters."""
        ...

    def erase(self) -> None:
        """Take the last letter back."""
        ...

    def enter(self) -> str | None:
        """End the line and return it; None where Enter meant something to the screen alone."""
        ...


def listen_to_keys(terminal: Terminal, editor: Editor, reader: Reader, inbox: LiveInbox) -> Callable[[], None]:
    """Read the keys of a terminal, in a thread, until the returned function is called."""
    stopped = threading.Event()

    def keys() -> None:
        while not stopped.is_set():
            try:
                key = terminal.inkey(timeout=0.2)
            except OSError:
                inbox.put(Lost(KEYBOARD), inbox.turn)
                return
            if key.name in ("KEY_ENTER", "KEY_KP_ENTER") or key in ("\n", "\r"):
                turn, line = inbox.turn, editor.enter()
                if line is not None:
                    inbox.put(reader.read(line, inbox), turn)
            elif key.name in ("KEY_BACKSPACE", "KEY_DELETE"):
                editor.erase()
            elif key == END_OF_INPUT:
                inbox.put(Lost(KEYBOARD), inbox.turn)
                return
            elif key and not key.is_sequence and key.isprintable():
                editor.type(str(key))

    thread = threading.Thread(target=keys, name="keyboard", daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        thread.join()

    return stop


class Lines(Protocol):
    """Where lines are read."""

    def readline(self) -> str:
        """Return the next line with its end, or nothing at the end of the input."""
        ...


class RawLines:
    """The lines of a file descriptor, never reading further than the line that is asked for.

    What follows is left to whoever reads next; and no lock of a buffer is held when the program ends in a read.
    """

    def __init__(self, descriptor: int) -> None:
        self._file = open(descriptor, "rb", buffering=0, closefd=False)  # noqa: SIM115 - lives as long as the program

    def readline(self) -> str:
        """Return the next line with its end, or nothing at the end of the input."""
        return self._file.readline().decode("utf-8", errors="replace")


def listen_to_lines(lines: Lines, reader: Reader, inbox: LiveInbox) -> None:
    """Read lines, in a thread: one only when an answer is awaited, so that none is swallowed between questions.

    Where another device answers meanwhile, the line waits for the next question.
    """

    def read() -> None:
        while True:
            inbox.awaited.wait()
            line = lines.readline()
            if not line:
                inbox.put(Lost(KEYBOARD), inbox.turn)
                return
            inbox.awaited.wait()
            turn = inbox.turn
            inbox.put(reader.read(line.rstrip("\r\n"), inbox), turn)

    threading.Thread(target=read, name="lines", daemon=True).start()
