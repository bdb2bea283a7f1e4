"""The first names that recorded voices say: a list for each language beside the voices, the most common first."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from narrator.core.folding import folded
from narrator.resources import folder

NEAR = 0.7
"""How much of two names must be the same letters for one to be offered in place of the other, 0 to 1."""


def first_names(language: str) -> tuple[str, ...]:
    """Return the first names that are recorded in a language, as they are written; none where there is no list."""
    return tuple(written for written, _ in spelt_names(language))


def spelt_names(language: str) -> Iterator[tuple[str, str]]:
    """Yield first names as they are written and as the network is given them, the most common ones first."""
    file = folder("voices") / "first_names" / f"{language}.txt"
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        if line and not line.startswith("#"):
            written, _, said = line.partition(" = ")
            yield written.strip(), (said or written).strip()


def alike(name: str, language: str) -> str:
    """Return the recorded first name that is nearest to another one; empty where none is near.

    One that begins like it is nearer than any that does not: that is what people turn their heads at.
    """
    wanted = folded(name)
    names = {folded(written): written for written in first_names(language)}
    alike_first = [known for known in names if known[:1] == wanted[:1]]
    found = get_close_matches(wanted, alike_first, 1, NEAR) or get_close_matches(wanted, names, 1, NEAR)
    return names[found[0]] if found else ""
