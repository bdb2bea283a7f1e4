"""A terminal: captions scroll on the main screen; a window's private screen is the alternate one, wiped at its end.

Typed letters are echoed by hand, so that what is keyed in a window is never on the main screen or in its scrollback;
by night nothing is echoed there at all, and a line that was typed while nothing was asked is wiped, for it may have
been meant for a window. Nothing that stands there is written again: a screen reader says what is written.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial

from narrator.base.sentences import QuestionText, wrapped
from narrator.devices.keyboard import KeyTerminal
from narrator.devices.terminal_output import AT_THE_END
from narrator.rules.core.effects import Audience
from narrator.screens.even_light import end_of
from narrator.screens.private_page import MARK, PrivatePage, blanked, retyped
from narrator.table.inbox.entry import Typed, TypedLine
from narrator.table.inbox.moment import Moment

CLEAR_SCROLLBACK = "\x1b[3J"
"""For terminals without an alternate screen: what was on the screen must not come back by scrolling."""
LATE = 500
"""Public lines that are kept for a terminal that takes nothing."""


class TerminalScreen:
    """The screen and the line that is being typed on it. Safe for the game's thread and the keyboard's."""

    def __init__(
        self, terminal: KeyTerminal, moment: Callable[[], Moment], now: Callable[[], float] = time.monotonic
    ) -> None:
        """`moment` returns the present one: who is called stands over every window; `now`, the seconds of any clock."""
        self._terminal = terminal
        self._lock = threading.RLock()
        self._moment = moment
        self._line = TypedLine(moment, shown=True, now=now)
        self._typed = self._echoed = ""  # what of it stands on the private screen, and on the main one
        self._windowed = self._glancing = False
        self._page = PrivatePage(terminal)
        self._untold: deque[Callable[[], str]] = deque()
        """What is private and was not written yet, in its order: it is composed once it can be written."""
        self._in_front = False
        """Whether the private screen was written, and not wiped again."""
        self._stale = False
        """Whether what stands there is not what should."""
        self._owed: deque[str] = deque(maxlen=LATE)
        """What is public and was not written yet, in its order."""
        # A narrator that was killed in a window has left its private screen behind.
        self._write(self._terminal.enter_fullscreen + blanked(self._terminal) + self._terminal.exit_fullscreen)

    # --- the game's side ------------------------------------------------------------------------------------

    def caption(self, text: str) -> None:
        self._print(text, "")

    def notice(self, text: str) -> None:
        self._print(text, self._terminal.cyan)

    def prompt(self, text: QuestionText) -> None:
        self._print(text.typed, self._terminal.bold)

    def open_window(self, heading: str) -> None:
        with self._lock:
            self._uncover()
            self._windowed = True
            for text in filter(None, (self._moment().call, heading)):
                self._note(text)
            self._draw()

    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - who is called looks at the one screen
        with self._lock:
            if not self._covered:
                self._glancing = True
            self._note(text)

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:  # noqa: ARG002 - who is called looks at the one screen
        with self._lock:
            if self._covered:
                self._untold.append(partial(self._page.reply, *texts, over=over))

    def close_window(self) -> None:
        with self._lock:
            self._uncover()

    def leave(self) -> None:
        """Leave the terminal to others: with nothing private on it, and with all that was public if it takes that."""
        with self._lock:
            self.close_window()
            terminal = self._terminal
            if not terminal.output.release():
                self._owed.appendleft(terminal.enter_fullscreen + blanked(terminal) + terminal.exit_fullscreen)
            self._draw_typing()
            terminal.output.flush(AT_THE_END)

    def moment(self, _moment: Moment) -> None:
        """Take in that the moment has changed: a line that is void is wiped."""
        self._edit(lambda: None)

    # --- the keyboard's side --------------------------------------------------------------------------------

    def type(self, text: str) -> None:
        self._edit(lambda: self._line.type(text))

    def erase(self) -> None:
        self._edit(self._line.erase)

    def enter(self) -> Typed | None:
        with self._lock:
            shown = self._line.echo
            typed = self._line.enter()
            if self._glancing:
                self._uncover()
                return typed if typed and typed.text else None
            if shown and typed is not None and typed.moment.asked is not None:
                self._write("\r\n")
                self._draw_typing()
            else:
                self._edit(lambda: None)
            return typed

    def look(self) -> None:
        """Draw what is not drawn yet. In every window something is written, whether anything has changed or not."""
        with self._lock:
            if self._covered:
                self._draw()
            elif self._stale:
                self._draw_typing()
            else:
                self._terminal.output.flush()

    # --- drawing --------------------------------------------------------------------------------------------

    @property
    def _covered(self) -> bool:
        return self._glancing or self._windowed

    def _uncover(self) -> None:
        """Wipe the private screen and go back to the main one. What the terminal has not taken is never shown on it."""
        if not self._covered:
            return
        self._windowed = self._glancing = False
        self._untold.clear()
        if self._in_front:
            terminal = self._terminal
            wipe = terminal.normal + blanked(terminal) + (terminal.exit_fullscreen or CLEAR_SCROLLBACK)
            if not terminal.output.flush():
                terminal.output.discard()
                wipe = terminal.enter_fullscreen + wipe  # perhaps it has never been gone to
            self._in_front = False
            self._owed.appendleft(wipe)
        self._draw_typing()

    def _print(self, text: str, style: str) -> None:
        with self._lock:
            if self._glancing:
                self._uncover()
            if self._windowed:
                self._note(text)
                return
            lines = wrapped(text, max(20, self._terminal.width - 1)) or [""]
            self._owed.append(
                "".join(f"\r{self._terminal.clear_eol}{style}{line}{self._terminal.normal}\r\n" for line in lines)
            )
            self._draw_typing()

    def _edit(self, change: Callable[[], object]) -> None:
        """Change the line that is being typed, and write what has changed of it where that can be seen."""
        with self._lock:
            change()
            if self._covered:
                if self._typed != self._line.text:
                    self._draw()
            elif self._stale:
                self._draw_typing()
            elif self._echoed != (echo := self._shown):
                self._offer(retyped(self._terminal, self._echoed, echo))
                self._echoed = echo

    @property
    def _shown(self) -> str:
        """The end of the line, so much of it as all may see and one row holds: a second row could not be wiped."""
        return end_of(self._line.echo, max(1, self._terminal.width - len(MARK) - 1))

    def _draw_typing(self) -> None:
        self._echoed = self._shown
        self._offer("\r" + self._terminal.clear_eol + MARK + self._echoed)

    def _note(self, text: str) -> None:
        """Have a private text drawn soon, with what else there will be: nothing waits for it."""
        self._untold.append(partial(self._page.add, text))

    def _draw(self) -> None:
        """Write what is new on the private screen, in one piece; nothing where the terminal takes nothing."""
        if not self._in_front and self._owed and not self._offer(""):
            return  # what is private may be discarded, what is public not
        terminal, page = self._terminal, self._page
        if not terminal.output.flush():
            return
        to_front = f"\r{terminal.clear_eol}{terminal.enter_fullscreen}"
        written = page.fit() if self._in_front else to_front + page.begin()
        self._typed = self._line.text
        written += "".join(tell() for tell in self._untold) + page.type(self._typed)
        self._untold.clear()
        self._in_front = True
        terminal.output.offer(written)

    def _write(self, text: str) -> None:
        """Write what is public on the main screen, now or as soon as the terminal takes it."""
        self._owed.append(text)
        self._offer("")

    def _offer(self, text: str) -> bool:
        """Write this, after all that is owed; where the terminal is not ready for it, all is drawn again later."""
        owed = "" if self._in_front else "".join(self._owed)
        taken = self._terminal.output.offer(owed + text)
        if taken and not self._in_front:
            self._owed.clear()
        self._stale = not taken
        return taken
