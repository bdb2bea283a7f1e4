"""Comparing text that people type or say: without case, accents and surrounding space."""

from __future__ import annotations

import unicodedata


def folded(text: str) -> str:
    """Return a text in the form in which two spellings of one word are equal: `Sorcière ` and `sorciere`."""
    decomposed = unicodedata.normalize("NFKD", text.strip().casefold().replace("œ", "oe"))
    return "".join(char for char in decomposed if not unicodedata.combining(char))
