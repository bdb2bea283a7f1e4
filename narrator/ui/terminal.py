"""A terminal: captions scroll on the main screen; a window's private screen is the alternate one, wiped at its end.

Typed letters are echoed by hand, so that what is keyed in a window is never on the main screen or in its scrollback;
by night nothing is echoed there at all, and a line that was typed while nothing was asked is wiped, for it may have
been meant for a window. The private screen gives the same light whatever stands in it, and whatever is typed on it.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from narrator.core.effects import Audience
from narrator.devices.keyboard import KeyTerminal
from narrator.devices.terminal_output import AT_THE_END
from narrator.inbox.line import Typed, TypedLine
from narrator.inbox.moment import Moment
from narrator.story.sentences import QuestionText, wrapped
from narrator.ui.even_light import (
    FIELD,
    MOST,
    SHARE,
    PrivateLines,
    end_of,
    even_field,
    even_rows,
    lit,
    private_rows,
    row_of,
    sign,
)

MARK = "> "
MARGIN = "  "
LIGHT = 400
"""How many cells of the private screen are lit, if there is room; the typed line comes besides."""
CLEAR_SCROLLBACK = "\x1b[3J"
"""For terminals without an alternate screen: what was on the screen must not come back by scrolling."""
LATE = 500
"""Public lines that are kept for a terminal that takes nothing."""


def blanked(terminal: KeyTerminal) -> str:
    """Return what wipes a screen and goes to its beginning, row by row.

    To clear it at once would put into the scrollback what stood there, where the terminal shows no alternate screen:
    that it has one does not tell that it obeys.
    """
    rows = range(terminal.height)
    return "".join(terminal.move_xy(0, row) + terminal.clear_eol for row in rows) + terminal.home


class TerminalScreen:
    """The screen and the line that is being typed on it. Safe for the game's thread and the keyboard's."""

    def __init__(self, terminal: KeyTerminal, moment: Callable[[], Moment]) -> None:
        """`moment` returns the present one: who is called stands over every window."""
        self._terminal = terminal
        self._lock = threading.RLock()
        self._moment = moment
        self._line = TypedLine(moment, shown=True)
        self._typed = "", ""  # the line as it was drawn last, and what of it all may see
        self._heading: str | None = None
        self._glancing = False
        self._private = PrivateLines(most=None)
        self._drawn = 0, 0  # the size of the terminal for which the private screen was drawn
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
            self._heading = heading
            self._draw()

    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - who is called looks at the one screen
        with self._lock:
            if not self._covered:
                self._glancing = True
            self._note(text)

    def reply(self, to: Audience, *texts: str) -> None:  # noqa: ARG002 - who is called looks at the one screen
        with self._lock:
            if self._covered:
                self._private.reply(texts)
                self._stale = True

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
            if self._covered and (self._stale or self._drawn != (self._terminal.width, self._terminal.height)):
                self._draw()
            elif self._covered:
                self._offer(self._field())
            elif self._stale:
                self._draw_typing()
            else:
                self._terminal.output.flush()

    # --- drawing --------------------------------------------------------------------------------------------

    @property
    def _covered(self) -> bool:
        return self._glancing or self._heading is not None

    def _uncover(self) -> None:
        """Wipe the private screen and go back to the main one. What the terminal has not taken is never shown on it."""
        if not self._covered:
            return
        self._heading, self._glancing = None, False
        self._private = PrivateLines(most=None)
        if self._in_front:
            terminal = self._terminal
            wipe = blanked(terminal) + (terminal.exit_fullscreen or CLEAR_SCROLLBACK) + terminal.normal
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
            if self._heading is not None:
                self._note(text)
                return
            lines = wrapped(text, max(20, self._terminal.width - 1)) or [""]
            self._owed.append(
                "".join(f"\r{self._terminal.clear_eol}{style}{line}{self._terminal.normal}\r\n" for line in lines)
            )
            self._draw_typing()

    def _edit(self, change: Callable[[], object]) -> None:
        """Change the line that is being typed, and draw it again where that can be seen: else nothing is written."""
        with self._lock:
            change()
            text, echo = self._typed
            if self._covered and text != self._line.text:
                self._draw()
            elif not self._covered and echo != self._line.echo:
                self._draw_typing()

    def _draw_typing(self) -> None:
        """Draw the end of the line, so much of it as one row holds: a second row could not be wiped."""
        self._typed = self._line.text, self._line.echo
        shown = end_of(self._line.echo, max(1, self._terminal.width - len(MARK) - 1))
        self._offer("\r" + self._terminal.clear_eol + MARK + shown)

    def _note(self, text: str) -> None:
        """Have a private text drawn soon, with what else there will be: nothing waits for it."""
        self._private.add(text)
        self._stale = True

    def _draw(self) -> None:
        """Draw the private screen: the same frame and the same light, whatever stands in it.

        The cursor is left at the top. A terminal that is made smaller keeps the row of its cursor, and puts those above
        it where they come back from.
        """
        if not self._in_front and self._owed and not self._offer(""):
            return  # what is private may be discarded, what is public not
        terminal = self._terminal
        self._drawn = terminal.width, terminal.height
        width = max(20, terminal.width - 2 * len(MARGIN))
        height = max(4, terminal.height - 3)
        light = min(LIGHT, int(SHARE * width * height))
        head = [sign(self._moment().call, width), "", *wrapped(self._heading or "", width, hyphens=False), ""]
        left = light - sum(map(lit, head))
        if not 0 < left <= MOST * width * (height - len(head)):
            head, left = [], light  # what is private needs the rows, or the light
        lines = [line for text in self._private for line in (*private_rows(text, width, hyphens=False), "")]
        body = even_rows(lines[:-1], width, height - len(head), left)
        drawn = [MARGIN + line for line in (*head, *(row_of(*row, width) for row in body))]
        drawn += [""] * (terminal.height - len(drawn))
        rows = (terminal.move_xy(0, row) + line + terminal.clear_eol for row, line in enumerate(drawn))
        to_front = "" if self._in_front else f"\r{terminal.clear_eol}{terminal.enter_fullscreen}"
        self._in_front = self._offer(to_front + terminal.red + "".join(rows) + self._field()) or self._in_front

    def _field(self) -> str:
        """Return what draws the line that is typed on the private screen."""
        terminal = self._terminal
        width = max(20, terminal.width - 2 * len(MARGIN)) - len(MARK)
        self._typed = self._line.text, self._line.echo
        typed, shade = even_field(self._line.text, min(FIELD, width))
        begin = terminal.move_xy(0, terminal.height - 2)
        return f"{begin}{MARGIN}{MARK}{typed}{shade}{terminal.clear_eol}{terminal.home}"

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
