"""Line breaks as a printer sets them: a sign that follows a space never begins a line."""

from __future__ import annotations

import re
import textwrap

HARD = "\N{NO-BREAK SPACE}"
BEFORE_A_SIGN = re.compile(r" (?=[:;?!»])|(?<=«) ")
"""The spaces of French that no line breaks at."""


def unbroken(text: str) -> str:
    """Return a text with hard spaces before its signs and inside its quotation marks."""
    return BEFORE_A_SIGN.sub(HARD, text)


def wrapped(text: str, width: int, *, hyphens: bool = True) -> list[str]:
    """Return a text as lines of at most so many cells; `hyphens` may end one. Their spaces are ordinary ones."""
    lines = textwrap.wrap(unbroken(text), width, break_on_hyphens=hyphens)
    return [line.replace(HARD, " ") for line in lines]
