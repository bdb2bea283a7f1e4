"""Line breaks as a printer sets them: no sign begins a line, and an example to type stays whole."""

from __future__ import annotations

import re
import textwrap

HARD = "\N{NO-BREAK SPACE}"
CLOSE = re.compile(r" (?=[:;?!»])|(?<=«) |(?<=\w) (?=\d+ \d)|(?<=\d) (?=\d)")
"""The spaces that no line breaks at: of French, before its signs; and of an example to type, such as `égalité 2 5`."""


def unbroken(text: str) -> str:
    """Return a text with hard spaces before its signs, inside its quotation marks, and in numbers in a row."""
    return CLOSE.sub(HARD, text)


def wrapped(text: str, width: int, *, hyphens: bool = True) -> list[str]:
    """Return a text as lines of at most so many cells; `hyphens` may end one. Their spaces are ordinary ones."""
    lines = textwrap.wrap(unbroken(text), width, break_on_hyphens=hyphens)
    return [line.replace(HARD, " ") for line in lines]
