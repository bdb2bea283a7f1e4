"""How a recogniser spells: lower case, elided words alone or joined, compounds whole or in parts.

A model knows `l'ange` or `l' ange`, `loup-garou` or `loup garou`, seldom both. Either way the sound is the same, so a
phrase is offered in one spelling, and all of them are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from unicodedata import normalize

Known = Callable[[str], bool]
"""Whether a model knows a word."""

ACCENTED = {"a": "aâàä", "c": "cç", "e": "eéèêë", "i": "iïî", "n": "nñ", "o": "oôö", "u": "uüùû"}
MOST_SPELLINGS = 128
"""How many accents are tried on a name that was typed without any."""


def everything(_word: str) -> bool:
    """Know every word: there is no model to ask."""
    return True


def canonical(text: str) -> str:
    """Return the one form that all spellings of a phrase share."""
    plain = normalize("NFC", text.lower().replace("’", "'")).replace("-", " ")
    return " ".join(re.sub(r"'\s+", "'", plain).split())


@lru_cache(maxsize=4096)
def canonical_phrase(phrase: str) -> str:
    """Return the same of a phrase that may be said. It is kept: the questions of a game have many in common.

    What somebody did say is for `canonical`, which forgets it.
    """
    return canonical(phrase)


def spelled(phrase: str, known: Known) -> str | None:
    """Return a phrase in the words that a model knows; None where it cannot be said in them."""
    parts = []
    for token in normalize("NFC", phrase.lower().replace("’", "'")).split():
        part = next((way for way in _ways(token) if all(known(word) for word in way.split())), None)
        if part is None:
            return None
        parts.append(part)
    return " ".join(parts) or None


def words_in(phrase: str) -> Iterator[str]:
    """Yield every word that some spelling of a phrase is made of: what a model is to be asked about."""
    for token in normalize("NFC", phrase.lower().replace("’", "'")).split():
        for way in _ways(token):
            yield from way.split()


def _ways(token: str) -> Iterator[str]:
    """Yield the spellings of what has no space in it, the least cut first."""
    yield token
    parts = token.strip("-").replace("-", " ").strip()
    for other in (token.replace("'", "' "), parts, parts.replace("'", "' ")):
        if other.split() and other != token:
            yield other


# --- first names --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Unheard:
    """A first name that the model does not know.

    `alias` is a part of it that will be understood, or nothing: then the player has his number only.
    """

    seat: int
    name: str
    alias: str = ""


def accents(name: str) -> Iterator[str]:
    """Yield a name as it was typed, then with such accents as it may have been typed without."""
    plain = normalize("NFC", name.lower())
    letters: Sequence[str] = [ACCENTED.get(letter, letter) for letter in plain]
    yield plain
    for chosen in islice(product(*letters), MOST_SPELLINGS):
        if (written := "".join(chosen)) != plain:
            yield written


def name_spellings(name: str) -> Iterator[str]:
    """Yield every spelling in which a first name, or a part of it, is looked for in a model."""
    for part in (name, *_parts(name)):
        yield from accents(part)


def heard_as(name: str, known: Known) -> str | None:
    """Return how a model spells a first name, whole or part by part; None where it does not know it."""
    whole = next((found for written in accents(name) if (found := spelled(written, known)) is not None), None)
    if whole is not None:
        return whole
    parts = [found for part in _parts(name) if (found := heard_as(part, known)) is not None]
    return " ".join(parts) if parts and len(parts) == len(_parts(name)) else None


def unknown_names(names: Sequence[str], known: Known) -> list[Unheard]:
    """Return the first names, by seat, that a model does not know; an empty name is nobody's."""
    return [
        Unheard(seat, name, _alias(name, names, known))
        for seat, name in enumerate(names, start=1)
        if name and heard_as(name, known) is None
    ]


def _alias(name: str, names: Sequence[str], known: Known) -> str:
    """Return a part of a compound name that the model knows and that means nobody else here."""
    others = {canonical(part) for other in names if other != name for part in (other, *_parts(other))}
    for part in _parts(name):
        if len(part) > 1 and canonical(part) not in others and heard_as(part, known) is not None:
            return part
    return ""


def _parts(name: str) -> list[str]:
    parts = re.split(r"[\s-]+", name.strip())
    return parts if len(parts) > 1 else []
