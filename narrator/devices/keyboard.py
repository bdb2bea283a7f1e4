"""The keyboard: keys of a terminal, or lines of a pipe. Each is read in a thread of its own and fills the inbox."""

from __future__ import annotations

import os
import select
import sys
import termios
import threading
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from typing import Any, Protocol

from blessed import Terminal

from narrator.devices.reading_thread import until_stopped
from narrator.inbox.entry import Entry, Lost
from narrator.inbox.inbox import LiveInbox
from narrator.language.typed import LineReader

KEYBOARD = "keyboard"
LOST = Lost(KEYBOARD)
END_OF_INPUT = "\x04"
NO_LETTER = "\ufffd"
"""What is read for bytes that are no letter in the terminal's encoding."""
_UNUSED = b"\0"
"""For a special character of a terminal, that no key gives it (POSIX's _POSIX_VDISABLE on Linux)."""
ANSWERED = 0.5
"""Seconds within which a terminal tells what it can do; else it is taken for what its name says."""
LOOK = 0.2
"""Seconds after which a thread that waits for what is typed looks whether it is still wanted."""


class KeyTerminal(Terminal):
    """A terminal whose keys may be any bytes: what is no letter is `NO_LETTER`, and no error."""

    def __init__(self) -> None:
        super().__init__()
        self._keyboard_decoder = getincrementaldecoder(self._encoding)(errors="replace")

    def detect_term_program(self, timeout: float = 0.0, force: bool = False) -> bool | str:  # noqa: ARG002
        """Ask no terminal which program it is: for five seconds, where nobody answers. Nothing here depends on it."""
        return self.term_program

    def _xtgettcap_batch(self, caps: Any, timeout: float) -> Any:
        """Ask a terminal what it can do, and wait for its answer no longer than players would."""
        return super()._xtgettcap_batch(caps, min(timeout, ANSWERED))

    @contextmanager
    def keys(self) -> Iterator[None]:
        """Have each key read as it is pressed, unechoed, with none that stops the program.

        A program that is stopped would leave on the screen what stands there, and the terminal as a shell wants it.
        """
        with ExitStack() as mode:
            mode.enter_context(self.cbreak())
            attributes = termios.tcgetattr(sys.stdin)
            attributes[6][termios.VSUSP] = attributes[6][termios.VQUIT] = _UNUSED
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, attributes)
            before = mode.pop_all()
        try:
            yield
        finally:
            with suppress(termios.error):  # a terminal that has hung up
                before.close()


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


class ScreenEditor(Editor, Protocol):
    """One that draws its screen itself."""

    def look(self) -> None:
        """Look, while nothing is typed, whether all is still drawn."""
        ...


def listen_to_keys(
    terminal: Terminal, editor: ScreenEditor, reader: LineReader, inbox: LiveInbox
) -> Callable[[], None]:
    """Read the keys of a terminal, in a thread, until the returned function is called."""

    def keys(stopped: threading.Event) -> None:
        while not stopped.is_set():
            try:
                key = terminal.inkey(timeout=LOOK)
            except (OSError, EOFError):
                inbox.put(LOST, inbox.turn)
                return
            if key.name in ("KEY_ENTER", "KEY_KP_ENTER") or key in ("\n", "\r"):
                turn, line = inbox.turn, editor.enter()
                if line is not None:
                    inbox.put(reader.read(line, inbox), turn)
            elif key.name in ("KEY_BACKSPACE", "KEY_DELETE"):
                editor.erase()
            elif key == END_OF_INPUT:
                inbox.put(LOST, inbox.turn)
                return
            elif not key:
                editor.look()
            elif not key.is_sequence and key.isprintable() and key != NO_LETTER:
                editor.type(str(key))

    return until_stopped(keys, "keyboard")


class Lines(Protocol):
    """Where lines are read."""

    def ready(self, seconds: float) -> bool:
        """Whether a line, or the end of the input, can be read by now or within so many seconds."""
        ...

    def readline(self) -> str:
        """Return the next line with its end, or nothing at the end of the input."""
        ...


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
        """Whether a line, or the end of the input, is there; the beginning of a line is kept for the next time."""
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
    lines: Lines, reader: LineReader, inbox: LiveInbox, end: Callable[[], Entry] = lambda: LOST
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
