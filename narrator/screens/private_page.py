"""A private screen in plain lines, for eyes and for screen readers: each line is written once, under those before it.

Nothing on it scrolls, for that could be scrolled back to, and its cursor stays in the first row, where the line stands
that is being typed: a terminal that is made smaller keeps the row of its cursor, and puts those above it where they
come back from. The lamp, a row of lit blanks at the bottom, gives the light that the letters above it lack: to a screen
reader they are blanks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import takewhile

from narrator.base.sentences import wrapped
from narrator.devices.keyboard import KeyTerminal
from narrator.screens.even_light import FIELD, cells, end_of, lit

MARK = "> "
LIT_BLANK = 6
"""How many letters give as much light as a lit blank."""
LIGHT = 480
"""How many letters give the light of a private screen, where its lamp has room for so many."""


def blanked(terminal: KeyTerminal) -> str:
    """Return what wipes a screen and goes to its beginning, row by row.

    To clear it at once would put into the scrollback what stood there, where the terminal shows no alternate screen:
    that it has one does not tell that it obeys.
    """
    rows = range(terminal.height)
    return "".join(terminal.move_xy(0, row) + terminal.clear_eol for row in rows) + terminal.home


def retyped(terminal: KeyTerminal, before: str, now: str) -> str:
    """Return what makes a line of the one that ends at the cursor, and writes nothing that stands there already."""
    kept = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, now, strict=False)))
    gone = "\b" * cells(before[kept:])
    return gone + (terminal.clear_eol if gone else "") + now[kept:]


@dataclass(frozen=True)
class _Row:
    """A row of a text; `replied` where it was said to an entry."""

    text: str
    replied: bool


class PrivatePage:
    """What stands on a private screen. Each method returns what is to be written for it, all of which is written."""

    def __init__(self, terminal: KeyTerminal) -> None:
        self._terminal = terminal
        self._rows: list[_Row] = []
        self._typed = ""
        self._lamp = 0
        self._size = terminal.width, terminal.height

    def begin(self) -> str:
        """Begin with an empty page."""
        self._rows, self._typed, self._lamp = [], "", 0
        self._size = self._terminal.width, self._terminal.height
        return self._terminal.normal + blanked(self._terminal) + self._terminal.red + MARK

    def fit(self) -> str:
        """Write all that stands on the page anew where the terminal has got another size, else nothing."""
        if self._size == (self._terminal.width, self._terminal.height):
            return ""
        rows = self._rows
        return self.begin() + "".join(self.add(row.text, replied=row.replied) for row in rows)

    def add(self, text: str, *, replied: bool = False) -> str:
        """Write a text below all others. Where there is no room for it, another page begins."""
        rows = self._wrapped(text)
        written = "" if self._fit(*rows) else self._turn()
        for row in rows:
            written += "" if self._fit(row) else self._turn()
            self._rows.append(_Row(row, replied))
            written += self._terminal.move_xy(0, len(self._rows)) + row
        return written

    def reply(self, *texts: str, over: Iterable[str] = ()) -> str:
        """Write what is said to an entry, in place of what was said last to the one before, and of what is `over`.

        Only what stands below all others goes: a line that moved would be read again.
        """
        gone, kept = {row for text in over for row in self._wrapped(text)}, len(self._rows)
        while kept and (self._rows[kept - 1].replied or self._rows[kept - 1].text in gone):
            kept -= 1
        return self._turn(kept) + "".join(self.add(text, replied=True) for text in texts)

    def type(self, text: str) -> str:
        """Write what has changed of the typed line, whose end is seen; trim the lamp, and leave the cursor there."""
        before, self._typed = self._typed, end_of(text, max(1, self._size[0] - len(MARK) - 1))
        place = self._terminal.move_xy(len(MARK) + cells(before), 0)
        return self._trim() + place + retyped(self._terminal, before, self._typed)

    def _wrapped(self, text: str) -> list[str]:
        return wrapped(text, max(20, self._size[0] - 1), hyphens=False)

    @property
    def _light(self) -> int:
        return min(LIGHT, LIT_BLANK * (self._size[0] - 1))

    @property
    def _letters(self) -> int:
        return sum(lit(row.text) for row in self._rows)

    def _fit(self, *rows: str) -> bool:
        letters = self._letters + sum(map(lit, rows)) + FIELD  # what is typed needs light as well
        return len(self._rows) + len(rows) <= self._size[1] - 2 and letters <= self._light

    def _turn(self, kept: int = 0) -> str:
        """Wipe all texts, but for the first rows."""
        gone = range(kept, len(self._rows))
        del self._rows[kept:]
        return "".join(self._terminal.move_xy(0, 1 + row) + self._terminal.clear_eol for row in gone)

    def _trim(self) -> str:
        """Have the lamp give the light that letters lack."""
        terminal, row = self._terminal, self._size[1] - 1
        missing = self._light - self._letters - lit(self._typed)
        before, self._lamp = self._lamp, max(0, round(missing / LIT_BLANK))
        if self._lamp < before:
            return terminal.move_xy(self._lamp, row) + terminal.normal + terminal.clear_eol + terminal.red
        lit_blanks = terminal.reverse + " " * (self._lamp - before) + terminal.normal + terminal.red
        return terminal.move_xy(before, row) + lit_blanks if self._lamp > before else ""
