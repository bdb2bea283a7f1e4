"""Text that gives the same light whatever it says: shaded cells stand in for the letters that are missing.

So are drawn the private lines of an open window, the line that is typed below them, and the sign of a call.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from narrator.base.sentences import wrapped

SHADE = "░"
"""A cell of it gives about as much light as a letter."""
BLANK = "·"
"""Stands for a blank in a field whose every cell is lit."""

SHARE = 2 / 3
"""How many of the cells that there are may be lit, where there is little room: between words it is dark."""
FIELD = 24
"""The cells of a line that is typed where nobody else looks: a name or some numbers; of more, the end is seen."""

LIT, GAP = 24, 4
"""The cells of a sign that are lit, and the blanks around its name."""


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    return sum(_width(letter) for letter in text)


def lit(text: str) -> int:
    """Return how many cells of a text give light."""
    return sum(_width(letter) for letter in text if not letter.isspace())


def private_rows(text: str, width: int) -> list[str]:
    """Return a private text as rows; a headline, which is all in capitals, is spaced out where there is room."""
    spaced = "   ".join(" ".join(word) for word in text.split())
    if text.isupper() and cells(spaced) <= width:
        return [spaced]
    return wrapped(text, width) or [""]


def even_rows(rows: Sequence[str], width: int, height: int, light: int) -> list[tuple[str, str]]:
    """Return so many rows, none wider than `width`: the text of each, and the shade at its right.

    Exactly `light` cells are lit, which are `width * height` at most. The first of the given rows are left out where
    there are too many, or too many letters; the missing light is shade, at the bottom, and beside the text where there
    is no room below.
    """
    kept = list(rows[-height:])
    while kept and not _fits(kept, width, height, light):
        del kept[0]
    missing = light - sum(map(lit, kept))
    below: list[tuple[str, str]] = []
    for _ in range(height - len(kept)):
        below.append(("", SHADE * min(width, missing)))
        missing -= len(below[-1][1])
    beside: list[tuple[str, str]] = []
    for row in kept:
        beside.append((row, SHADE * min(missing, _beside(row, width))))
        missing -= len(beside[-1][1])
    return [*beside, *reversed(below)]


def end_of(text: str, width: int) -> str:
    """Return as much of the end of a text as so many cells hold."""
    begin, room = len(text), width
    while begin and _width(text[begin - 1]) <= room:
        begin -= 1
        room -= _width(text[begin])
    return text[begin:]


def row_of(text: str, shade: str, width: int) -> str:
    """Write a text at the left and its shade at the right."""
    return text + " " * (width - cells(text) - len(shade)) + shade if shade else text


def even_field(text: str, width: int) -> tuple[str, str]:
    """Return the end of a text and the shade behind it: together a field of so many cells, every one of them lit."""
    shown = "".join(BLANK if letter.isspace() else letter for letter in end_of(text, width))
    return shown, SHADE * (width - cells(shown))


def sign(name: str, width: int) -> str:
    """Return a row with a name in spaced capitals between shaded cells: so wide a row has as many lit cells for all.

    A number is never spaced: it would read as two. A name that is too long ends with a whole word where it can.
    """
    light = max(1, min(LIT, width - 2 * GAP))
    words = name.upper().split()
    while len(words) > 1 and lit("".join(words)) > light:
        del words[-1]
    text = " ".join(words)
    while lit(text) > light:
        text = text[:-1]
    spaced = "  ".join(word if word.isdecimal() else " ".join(word) for word in text.split())
    missing = light - lit(text)
    text = spaced if cells(spaced) + missing + GAP <= width else text
    left, right = SHADE * (missing // 2), SHADE * (missing - missing // 2)
    return f"{left}  {text}  {right}" if text else left + right


def _fits(rows: Sequence[str], width: int, height: int, light: int) -> bool:
    missing = light - sum(map(lit, rows))
    return 0 <= missing <= (height - len(rows)) * width + sum(_beside(row, width) for row in rows)


def _beside(row: str, width: int) -> int:
    """Return how many cells beside a text may be shaded: all but one, so that it can be read."""
    return max(0, width - cells(row) - 1) if row else width


def _width(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


LINES = 12
"""How many of the last ones stand on a panel, and on a phone."""


class PrivateLines:
    """What was shown since a window opened: what is shown again stands once, below all others.

    What is said to an entry stands in place of what was said to the one before. Only the last `LINES` are kept.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._replies: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def add(self, text: str) -> None:
        """Show a text below all others, also where it stood there already."""
        if text in self._replies:
            self._replies.remove(text)
        if text in self._lines:
            self._lines.remove(text)
        self._lines.append(text)
        del self._lines[:-LINES]

    def reply(self, texts: Sequence[str], over: Sequence[str] = ()) -> None:
        """Show below all others what is said to an entry; take away what is `over`."""
        self._lines = [line for line in self._lines if line not in self._replies and line not in over]
        replies = [text for text in texts if text not in self._lines]
        for text in texts:
            self.add(text)
        self._replies = replies
