"""The names of cards as people write them: with an article, in the plural, by a part of them, with one letter wrong."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache, lru_cache

from narrator.core.folding import plain
from narrator.resources import languages
from narrator.story.sentences import PROGRAM, sentences

LEAST_WRONG = 5
"""The fewest letters of a name of which one may be wrong: of shorter ones another word is too soon made."""

LEAST_WITHIN = 4
"""The fewest letters within the name of a card that stand for it."""

PRINTED = 3
"""So many are the id of a card and its name with and without its article: those that the pack itself uses."""


def cards_called(text: str, called: Mapping[str, Collection[str]], least: int = 1) -> list[str]:
    """Return which cards a text names, given what each is `called`; several where it is not clear which is meant.

    It names one as a whole, or else by its beginning of at least so many letters, by whole words within it, or with one
    letter wrong. Case, accents, hyphens, articles and the signs of the plural do not count. Of what a card is called
    the first two names come before all others.
    """
    wanted = _words(text)
    joined, within, letters = "".join(wanted), f" {' '.join(wanted)} ", len(plain(text))
    names = {card: [_words(name) for name in (card, *ways)] for card, ways in called.items()}
    for means in (
        lambda name: "".join(name) == joined,
        lambda name: letters >= least and "".join(name).startswith(joined),
        lambda name: letters >= LEAST_WITHIN and within in f" {' '.join(name)} ",
        lambda name: max(letters, len("".join(name))) >= LEAST_WRONG and _nearly("".join(name), joined),
    ):
        for most in (PRINTED, None):
            if joined and (found := [card for card, its in names.items() if any(map(means, its[:most]))]):
                return found
    return []


@lru_cache(4096)
def _words(text: str) -> tuple[str, ...]:
    """Return the words of a name, each without the sign of its plural, articles before them left out."""
    words = re.findall(r"[^\W_]+", plain(text))
    while len(words) > 1 and words[0] in _articles():
        del words[0]
    return tuple(word[:-1] if len(word) >= LEAST_WITHIN and word[-1] in "sx" else word for word in words)


def without_article(text: str) -> str:
    """Return a text without the articles before it."""
    words = text.split()
    while len(words) > 1 and plain(words[0]) in _articles():
        del words[0]
    return " ".join(words)


@cache
def _articles() -> frozenset[str]:
    listed = (sentences(PROGRAM, language)["typed.articles"].split(",") for language in languages())
    return frozenset(plain(article).rstrip("'") for articles in listed for article in articles)


def _nearly(name: str, typed: str) -> bool:
    """Whether one letter of a name was left out, added, put for another, or exchanged with the next."""
    short, long = sorted((name, typed), key=len)
    same = next((at for at, (one, other) in enumerate(zip(short, long, strict=False)) if one != other), len(short))
    if len(short) < len(long):
        return short[same:] == long[same + 1 :]
    swapped = short[same : same + 2] == long[same : same + 2][::-1] and short[same + 2 :] == long[same + 2 :]
    return swapped or short[same + 1 :] == long[same + 1 :]
