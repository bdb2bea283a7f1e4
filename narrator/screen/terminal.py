"""A terminal: captions scroll on the main screen; a window's private screen is the alternate one, wiped at its end.

Typed letters are echoed by hand, so that what is keyed in a window is never on the main screen or in its scrollback;
and a line that was typed there while nothing was asked is wiped, for it may have been meant for a window.
"""

from __future__ import annotations

import threading

from blessed import Terminal

from narrator.core.effects import Audience
from narrator.story.typography import wrapped

MARK = "> "
CLEAR_SCROLLBACK = "\x1b[3J"
"""For terminals without an alternate screen: what was on the screen must not come back by scrolling."""


class TerminalScreen:
    """The screen and the line that is being typed on it. Safe for the game's thread and the keyboard's."""

    def __init__(self, terminal: Terminal | None = None) -> None:
        self._terminal = terminal or Terminal()
        self._lock = threading.RLock()
        self._typed = ""
        self._heading: str | None = None
        self._glancing = False
        self._asked = False
        self._private: list[str] = []
        # A narrator that was killed in a window has left its private screen behind.
        self._write(self._terminal.enter_fullscreen + self._terminal.clear + self._terminal.exit_fullscreen)

    # --- the game's side ------------------------------------------------------------------------------------

    def caption(self, text: str) -> None:
        """Show what is being spoken."""
        self._print(text, "")

    def notice(self, text: str) -> None:
        """Show something public that is not spoken."""
        self._print(text, self._terminal.cyan)

    def prompt(self, text: str) -> None:
        """Show the public question that is open."""
        self._print(text, self._terminal.bold)
        self._asked = True

    def open_window(self, heading: str) -> None:
        """Open the private screen, equally dim for every call, also for nobody."""
        with self._lock:
            self._uncover()
            self._erase_typing()
            self._heading, self._typed, self._asked = heading, "", False
            self._cover()

    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - who is called looks at the one screen
        """Show something to the one who is called; outside a window, until Enter or the next public word."""
        with self._lock:
            if not self._covered:
                self._erase_typing()
                self._glancing = True
                self._cover()
            self._private.append(text)
            self._draw()

    def close_window(self) -> None:
        """Wipe the private screen, and what was being typed on it."""
        with self._lock:
            if self._covered:
                self._typed = ""
            self._uncover()

    # --- the keyboard's side --------------------------------------------------------------------------------

    def type(self, text: str) -> None:
        """Take typed letters."""
        with self._lock:
            self._typed += text
            self._redraw()

    def erase(self) -> None:
        """Take the last letter back."""
        with self._lock:
            self._typed = self._typed[:-1]
            self._redraw()

    def enter(self) -> str | None:
        """End the line that is being typed, and return it; None where Enter only ended a glance."""
        with self._lock:
            line, self._typed = self._typed, ""
            if self._glancing:
                self._uncover()
                return line or None
            if self._asked and line:
                self._write("\r\n")
            self._redraw()
            return line

    # --- drawing --------------------------------------------------------------------------------------------

    @property
    def _covered(self) -> bool:
        """Whether the private screen lies over the main one."""
        return self._glancing or self._heading is not None

    def _cover(self) -> None:
        self._private.clear()
        self._write(self._terminal.enter_fullscreen)
        self._draw()

    def _uncover(self) -> None:
        """Wipe the private screen and go back to the main one."""
        if not self._covered:
            return
        self._heading, self._glancing = None, False
        self._private.clear()
        leave = self._terminal.exit_fullscreen
        self._write(self._terminal.home + self._terminal.clear + (leave or CLEAR_SCROLLBACK))
        self._write(self._terminal.normal)
        self._draw_typing()

    def _print(self, text: str, style: str) -> None:
        with self._lock:
            if self._glancing:
                self._uncover()
            if self._heading is not None:
                self._private.append(text)
                self._draw()
                return
            self._erase_typing()
            for line in wrapped(text, max(20, self._terminal.width - 1)) or [""]:
                self._write(style + line + self._terminal.normal + "\r\n")
            self._draw_typing()

    def _redraw(self) -> None:
        if self._covered:
            self._draw()
        else:
            self._erase_typing()
            self._draw_typing()

    def _erase_typing(self) -> None:
        self._write("\r" + self._terminal.clear_eol)

    def _draw_typing(self) -> None:
        self._write("\r" + self._terminal.clear_eol + MARK + self._typed)

    def _draw(self) -> None:
        """Draw the private screen: the same heading and the same frame, whatever stands in it."""
        width = max(20, self._terminal.width - 4)
        lines = [line for text in self._private for line in (*wrapped(text, width), "")]
        room = max(1, self._terminal.height - 5)
        dim = self._terminal.red
        self._write(self._terminal.home + self._terminal.clear + dim)
        self._write(f"  {self._heading or ''}\r\n\r\n")
        for line in lines[-room:]:
            self._write(f"  {line}\r\n")
        self._write(self._terminal.move_xy(0, self._terminal.height - 2) + f"  {MARK}{self._typed}")

    def _write(self, text: str) -> None:
        self._terminal.stream.write(text)
        self._terminal.stream.flush()
