"""Numbers from 0 to 60 as people say them, in a language, and back."""

from __future__ import annotations

from functools import cache

from narrator.core.folding import folded
from narrator.language.phrasebook import MOST, Numerals, Phrasebook, phrasebook_of, phrasebooks


def numerals(number: int, language: str) -> tuple[str, ...]:
    """Return the ways in which a number sounds, each spelled with hyphens: 21 is `vingt-et-un` or `vingt-et-une`.

    Raises:
        ValueError: the number is not between 0 and `MOST`.
        UnspokenError: no numbers are known in the language.
    """
    if not 0 <= number <= MOST:
        raise ValueError(f"{number} has no words here: numbers go from 0 to {MOST}")
    return phrasebook_of(language).numerals[number]


def number_of(text: str, language: str) -> int | None:
    """Return the number that these words are; None where they are none. Each hyphen may be a space."""
    return _number(text, phrasebook_of(language))


def number_in_any_language(text: str) -> int | None:
    """Return the number that these words are in a language that is spoken here; None where they are none."""
    ways = (_number(text, phrasebook) for phrasebook in phrasebooks())
    return next((number for number in ways if number is not None), None)


def _number(text: str, phrasebook: Phrasebook) -> int | None:
    return _numbers(phrasebook.numerals).get(folded(text).replace("-", " "))


@cache
def _numbers(numerals: Numerals) -> dict[str, int]:
    return {folded(said).replace("-", " "): number for number, ways in enumerate(numerals) for said in ways}
