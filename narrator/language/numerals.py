"""Numbers from 0 to 60 as people say them, in French and in English, and back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

MOST = 60
"""The greatest number that has words here: more than any table seats, or any box holds."""

_FRENCH = (
    *("zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix"),
    *("onze", "douze", "treize", "quatorze", "quinze", "seize", "dix-sept", "dix-huit", "dix-neuf"),
)
_FRENCH_TENS = {2: "vingt", 3: "trente", 4: "quarante", 5: "cinquante", 6: "soixante"}
_ENGLISH = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_ENGLISH_TENS = {2: "twenty", 3: "thirty", 4: "forty", 5: "fifty", 6: "sixty"}


def numerals(number: int, language: str) -> tuple[str, ...]:
    """Return the ways in which a number sounds, each spelled with hyphens: 21 is `vingt-et-un` or `vingt-et-une`.

    Raises:
        ValueError: the number is not between 0 and `MOST`, or the language is neither `fr` nor `en`.
    """
    if not 0 <= number <= MOST:
        raise ValueError(f"{number} has no words here: numbers go from 0 to {MOST}")
    if language not in _SAID:
        raise ValueError(f"no numbers are known in the language {language!r}")
    return tuple(_SAID[language](number))


def spellings(number: int, language: str) -> tuple[str, ...]:
    """Return every way in which a number may be written out, with hyphens and with spaces, the hyphened first."""
    return tuple(dict.fromkeys(way for said in numerals(number, language) for way in (said, said.replace("-", " "))))


def number_of(text: str, language: str) -> int | None:
    """Return the number that these words are; None where they are none. Each hyphen may be a space."""
    return _numbers(language).get(text.replace("-", " "))


def _french(number: int) -> Iterator[str]:
    if number < len(_FRENCH):
        yield _FRENCH[number]
        if number == 1:
            yield "une"
        return
    ten, unit = divmod(number, 10)
    tens = _FRENCH_TENS[ten]
    if unit == 0:
        yield tens
    elif unit == 1:
        yield f"{tens}-et-un"
        yield f"{tens}-et-une"
    else:
        yield f"{tens}-{_FRENCH[unit]}"


def _english(number: int) -> Iterator[str]:
    ten, unit = divmod(number, 10)
    if number < len(_ENGLISH):
        yield _ENGLISH[number]
    elif unit == 0:
        yield _ENGLISH_TENS[ten]
    else:
        yield f"{_ENGLISH_TENS[ten]}-{_ENGLISH[unit]}"


_SAID = {"fr": _french, "en": _english}


@cache
def _numbers(language: str) -> dict[str, int]:
    return {said.replace("-", " "): number for number in range(MOST + 1) for said in numerals(number, language)}
