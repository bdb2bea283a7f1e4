"""The words that the players of one table may type and say: its own, and names of cards as people write them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from narrator.base.resources import languages
from narrator.base.sentences import PROGRAM, sentences
from narrator.packs.naming import ANSWER_IDS
from narrator.rules.core.answers import Token
from narrator.rules.core.folding import plain
from narrator.table.inbox.entry import Order

if TYPE_CHECKING:
    from narrator.packs.words import Words


LEAVE, TIE, DENOUNCE = "leave", "tie", "denounce"
TOKENS = {id_: token for token, id_ in ANSWER_IDS.items() if token is not Token.SILENT}
"""The answers that may be typed, said and touched as a word, by their ids."""


@dataclass(frozen=True, kw_only=True)
class TableWords:
    """What things are called at one table.

    `commands` and `answers` are the phrases for each order and each answer by its id, `cards` the names of each card:
    bare, with an article, and others. `names` are by seat; so are the `aliases`, said in place of names that are not
    understood. An empty name, or an empty alias, is none. `changes` are the ways to say who plays the next game, by how
    that is typed.
    """

    language: str
    players: int
    commands: Mapping[str, Sequence[str]]
    answers: Mapping[str, Sequence[str]]
    names: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    changes: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, words: Words, players: int, names: Sequence[str] = (), *, twin: Words | None = None) -> TableWords:
        """Take the words of a game; those of a second language go along, and yield where a word means two things."""
        others = words if twin is None else twin

        def both(phrases: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
            return (*(other for other in others if other not in phrases), *phrases)

        return cls(
            language=words.language,
            players=players,
            commands={order: both(words.commands[order], others.commands[order]) for order in words.commands},
            answers={answer: both(words.answers[answer], others.answers[answer]) for answer in words.answers},
            names=tuple(names),
            cards={
                card: (its.bare, its.name, *its.aliases, *(() if twin is None else words.foreign.get(card, ())))
                for card, its in words.cards.items()
            },
        )

    def orders(self) -> Iterator[tuple[str, Order]]:
        """Yield the phrases of all orders; where a phrase comes twice, the later one counts."""
        for id_, phrases in self.commands.items():
            if id_ != LEAVE:
                yield from ((phrase, Order(id_)) for phrase in phrases)

    def tokens(self) -> Iterator[tuple[str, Token]]:
        """Yield the phrases of all answers that are words; where a phrase comes twice, the later one counts."""
        for id_, phrases in self.answers.items():
            if id_ in TOKENS:
                yield from ((phrase, TOKENS[id_]) for phrase in phrases)

    @property
    def leaves(self) -> Sequence[str]:
        """Return what is said before the seat of somebody who leaves."""
        return self.commands.get(LEAVE, ())

    @property
    def ties(self) -> Sequence[str]:
        return self.answers.get(TIE, ())

    @property
    def denounces(self) -> Sequence[str]:
        """Return what is said before the seat of somebody who is denounced."""
        return self.answers.get(DENOUNCE, ())


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
