"""Comparing text that people type or say: without case, accents and surrounding space."""

from __future__ import annotations

import re
import unicodedata

HYPHEN = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
ELISION = re.compile(r"['’]\s*")


def folded(text: str) -> str:
    """Return a text in the form in which two spellings of one word are equal: `Sorcière ` and `sorciere`."""
    decomposed = unicodedata.normalize("NFKD", text.strip().casefold().replace("œ", "oe"))
    return "".join(char for char in decomposed if not unicodedata.combining(char))


def plain(text: str) -> str:
    """Return a text folded, with single spaces; a hyphen between letters is a space: `Jean-Luc` is `jean luc`."""
    return " ".join(HYPHEN.sub(" ", ELISION.sub("'", folded(text))).split())
