"""What is typed fills the inbox, from a thread of its own: lines of a pipe or a terminal, or a terminal's single keys.

The control sequences by which a terminal is drawn on stand here too.
"""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import threading
import tty
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from locale import getpreferredencoding
from typing import Protocol, TextIO

from narrator.devices.connection import until_stopped
from narrator.devices.terminal_output import TerminalOutput
from narrator.table.inbox.entry import Entry, Lost, Order, StateTyped, Typed
from narrator.table.inbox.inbox import LiveInbox
from narrator.table.language.typed import LONGEST_LINE, LineReader

KEYBOARD = "keyboard"
LOST = Lost(KEYBOARD)
LOOK = 0.2
"""Seconds after which a thread that waits for what is typed looks whether it is still wanted."""


_MOST_BYTES = 4 * (LONGEST_LINE + 1)
"""Of a line that is kept: so many are more than a line may have, and one without an end fills no memory."""


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
        if len(self._begun) < _MOST_BYTES or byte == b"\n":
            self._begun += byte
        self._whole = byte in (b"\n", b"")


@contextmanager
def unechoed(terminal: int) -> Iterator[None]:
    """Let a terminal show nothing of the lines that are typed on it: by night they are secrets."""
    before, quiet = termios.tcgetattr(terminal), termios.tcgetattr(terminal)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(terminal, termios.TCSANOW, quiet)
    try:
        yield
    finally:
        with suppress(termios.error):  # a terminal that has hung up
            termios.tcsetattr(terminal, termios.TCSANOW, before)


lines_of = cache(RawLines)
"""The lines of a descriptor, one reader of it for the whole program: who comes next has what was half typed before."""


def listen_to_lines(
    lines: RawLines,
    reader: LineReader,
    inbox: LiveInbox,
    end: Callable[[], Entry] = lambda: LOST,
    *,
    skips: bool = False,
) -> Callable[[], None]:
    """Read lines, in a thread, until the returned function is called or the input ends: what `end` makes is put in.

    One only when an answer is awaited, so that none is swallowed between questions: where another device answers
    meanwhile, the line waits for the next question, of the next game if need be. Who types, and sees what is said, may
    skip that (`skips`): then one is read there, too.
    """

    def awaited() -> bool:
        return inbox.awaited.is_set() or (skips and inbox.moment.skips)

    def read(stopped: threading.Event) -> None:
        while not stopped.is_set():
            if not (inbox.awaited.wait(LOOK) or awaited()):
                continue
            if not lines.ready(LOOK) or not awaited() or stopped.is_set():
                continue
            moment, line = inbox.moment, lines.readline()
            if not line:
                inbox.put(end())
                return
            inbox.put(reader.read(line.rstrip("\r\n"), moment), moment.slot)

    return until_stopped(read, "lines")


END_OF_INPUT = "\x04"
NO_LETTER = "\ufffd"
"""What is read for bytes that are no letter in the terminal's encoding."""
KEY = re.compile(r"\x1b+(\[\[.|\[[0-?]*[ -/]*[@-~]|O.|[^\x1b\[O])|[^\x1b]", re.DOTALL)
"""A key: a letter, or what a terminal sends for a key that is none, all of which begins with an escape."""
ENTER = ("\n", "\r", "\x1bOM")
ERASE = ("\x7f", "\b", "\x1b[3~")
ESCAPED = 0.35
"""Seconds within which the rest of a key follows its escape; else the escape was a key by itself."""
_UNUSED = b"\0"
"""For a special character of a terminal, that no key gives it (POSIX's _POSIX_VDISABLE on Linux)."""


class Editor(Protocol):
    """Where the line that is being typed stands."""

    def type(self, text: str) -> None: ...

    def erase(self) -> None: ...

    def enter(self) -> Typed | None:
        """End the line and return it; None where Enter meant something to the screen alone."""


class KeysOfAScreen:
    """Turns keys into entries."""

    def __init__(self, editor: Editor, reader: LineReader, inbox: LiveInbox) -> None:
        self._editor = editor
        self._reader = reader
        self._inbox = inbox

    def enter(self) -> None:
        if (typed := self._editor.enter()) is not None:
            self._inbox.put(self._reader.read(*typed), typed.moment.slot)

    def order(self, id_: str) -> None:
        order = Order(id_)
        self._inbox.put(StateTyped() if order is Order.STATE else order)

    def end(self) -> None:
        self._inbox.put(LOST)


class KeyTerminal:
    """A terminal, which is drawn on by `output`: the one that `stream` is, by default standard output.

    Its keys may be any bytes: what is no letter is `NO_LETTER`, and no error. All terminals that there still are obey
    the sequences here; only whether one has an alternate screen depends on its `kind`, as `TERM` names it.
    """

    normal, bold, reverse = "\x1b[m", "\x1b[1m", "\x1b[7m"
    clear_eol, home = "\x1b[K", "\x1b[H"

    def __init__(self, stream: TextIO | None = None, kind: str | None = None) -> None:
        self.stream = stream or sys.__stdout__ or sys.stdout
        self.output = TerminalOutput(self.stream)
        coloured = not os.environ.get("NO_COLOR")
        self.red, self.cyan = ("\x1b[31m", "\x1b[36m") if coloured else ("", "")
        self.enter_fullscreen, self.exit_fullscreen = _alternate_screen(kind or os.environ.get("TERM", ""))

    @property
    def width(self) -> int:
        return self._size().columns

    @property
    def height(self) -> int:
        return self._size().lines

    def _size(self) -> os.terminal_size:
        with suppress(OSError, ValueError):  # it is no terminal, or is gone
            size = os.get_terminal_size(self.stream.fileno())
            if size.columns and size.lines:
                return size
        with suppress(ValueError):
            return os.terminal_size((int(os.environ.get("COLUMNS", "80")), int(os.environ.get("LINES", "24"))))
        return os.terminal_size((80, 24))

    @staticmethod
    def move_xy(column: int, row: int) -> str:
        """Return what goes to a place, the first column and row being 0."""
        return f"\x1b[{row + 1};{column + 1}H"

    @contextmanager
    def keys(self) -> Iterator[None]:
        """Have each key read as it is pressed, unechoed, with none that stops the program or its screen.

        A program that is stopped would leave on the screen what stands there, and the terminal as a shell wants it.
        Nothing here waits until the terminal has taken what was written, for perhaps it never does.
        """
        before = termios.tcgetattr(sys.stdin)
        try:
            tty.setcbreak(sys.stdin, termios.TCSANOW)
            attributes = termios.tcgetattr(sys.stdin)
            attributes[0] &= ~termios.IXON
            attributes[6][termios.VSUSP] = attributes[6][termios.VQUIT] = _UNUSED
            termios.tcsetattr(sys.stdin, termios.TCSANOW, attributes)
            yield
        finally:
            with suppress(termios.error):  # a terminal that has hung up
                termios.tcflush(sys.stdin, termios.TCIFLUSH)
                termios.tcsetattr(sys.stdin, termios.TCSANOW, before)

    def listen(
        self, editor: Editor, look: Callable[[], None], reader: LineReader, inbox: LiveInbox
    ) -> Callable[[], None]:
        """Read the keys, in a thread, until the returned function is called.

        While nothing is typed, have the screen `look` whether all is still drawn; also where no more keys will come.
        """
        keys = KeysOfAScreen(editor, reader, inbox)

        def read(stopped: threading.Event) -> None:
            pressed = keys_of(sys.stdin.fileno())
            while not stopped.is_set():
                try:
                    key = next(pressed, END_OF_INPUT)
                except OSError:
                    key = END_OF_INPUT
                if key in ENTER:
                    keys.enter()
                elif key in ERASE:
                    editor.erase()
                elif key == END_OF_INPUT:
                    keys.end()
                    break
                elif not key:
                    look()
                elif key.isprintable() and key != NO_LETTER:
                    editor.type(key)
            while not stopped.wait(LOOK):
                look()

        return until_stopped(read, "keyboard")


def keys_of(terminal: int) -> Iterator[str]:
    """Yield the keys that are pressed, as `KEY` has them, and an empty one whenever nothing was for a while.

    `terminal` is its descriptor. It ends where there is nothing more to be read.

    Raises:
        OSError: the terminal has hung up.
    """
    decoder = getincrementaldecoder(getpreferredencoding(do_setlocale=False))(errors="replace")
    begun = ""
    while True:
        if not select.select([terminal], [], [], ESCAPED if begun else LOOK)[0]:
            begun = ""
            yield ""
            continue
        read = os.read(terminal, 1024)
        if not read:
            return
        begun += decoder.decode(read)
        while key := KEY.match(begun):
            begun = begun[key.end() :]
            yield key[0]


def _alternate_screen(kind: str) -> tuple[str, str]:
    """Return what goes to the alternate screen of a kind of terminal, and back; of one that is not known, the usual."""
    import curses  # only where a game begins on a terminal

    try:
        curses.setupterm(kind, sys.__stdout__.fileno() if sys.__stdout__ else -1)
    except (curses.error, OSError, ValueError):
        return "\x1b[?1049h", "\x1b[?1049l"
    enter, leave = curses.tigetstr("smcup"), curses.tigetstr("rmcup")
    return (enter.decode("ascii"), leave.decode("ascii")) if enter and leave else ("", "")
