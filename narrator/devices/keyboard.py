"""The keyboard: keys of a terminal, read in a thread of their own, fill the inbox."""

from __future__ import annotations

import sys
import termios
import threading
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Protocol

from blessed import Terminal

from narrator.devices.input_lines import LOOK, LOST, until_stopped
from narrator.inbox.inbox import LiveInbox
from narrator.language.typed import LineReader

END_OF_INPUT = "\x04"
NO_LETTER = "\ufffd"
"""What is read for bytes that are no letter in the terminal's encoding."""
_UNUSED = b"\0"
"""For a special character of a terminal, that no key gives it (POSIX's _POSIX_VDISABLE on Linux)."""
ANSWERED = 0.5
"""Seconds within which a terminal tells what it can do; else it is taken for what its name says."""


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

    def listen(self, editor: ScreenEditor, reader: LineReader, inbox: LiveInbox) -> Callable[[], None]:
        """Read the keys, in a thread, until the returned function is called."""

        def keys(stopped: threading.Event) -> None:
            while not stopped.is_set():
                try:
                    key = self.inkey(timeout=LOOK)
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
