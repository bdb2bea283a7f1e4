"""Comparing text that people type or say: without case, accents and surrounding space."""

from __future__ import annotations

import re
import unicodedata

HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
ELISION = re.compile(r"['’]\s*")
MOST_DIGITS = 9
"""The most that a number may have; Python refuses to read some thousand."""


def folded(text: str) -> str:
    """Return a text in the form in which two spellings of one word are equal: `Sorcière ` and `sorciere`."""
    decomposed = unicodedata.normalize("NFKD", text.strip().casefold().replace("œ", "oe"))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def plain(text: str) -> str:
    """Return a text folded, with single spaces; a hyphen between letters is a space: `Jean-Luc` is `jean luc`."""
    return " ".join(HYPHEN.sub(" ", ELISION.sub("'", folded(text))).split())


def digits(text: str) -> int | None:
    """Return the number that digits stand for; None where it is none, or longer than any that is asked for."""
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None
