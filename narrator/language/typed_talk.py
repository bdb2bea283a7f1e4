"""What people type around an answer without changing it, as they say it: `euh, le numéro 4, merci !`.

Whoever types may be of another language than the game: the politeness of every language counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from narrator.core.answers import Token
from narrator.core.effects import Unit
from narrator.core.folding import plain
from narrator.language.phrasebook import Phrasebook, TypedAnswers, is_spoken, phrasebook_of, phrasebooks
from narrator.language.politeness import Politeness
from narrator.language.table_words import TOKENS

WORD = re.compile(r"[^\s,;:.!?…]+")
MOST_WORDS = 24
"""In a longer line no politeness is looked for."""


class TypedTalk:
    """What is typed besides answers at a table of one language, or of any; all of it in plain spelling.

    `before_seats` are words that say nothing before a seat; `common`, words of politeness and of talk, which mean a
    first name that begins with them only where they stand alone. `articles` may stand before a card; `ties` are said
    before tied seats, `even` after them. `units` are the words for what is counted; `answers` are
    those that give an answer only where it is taken.
    """

    def __init__(self, language: str | None = None) -> None:
        books = phrasebooks()
        own = books if language is None else [phrasebook_of(language)] if is_spoken(language) else []
        before = (phrase for book in books for phrase in (*book.polite.before, *book.typed.before, *book.naming))
        after = (phrase for book in books for phrase in (*book.polite.after, *book.typed.after))
        self._polite = Politeness(tuple(map(plain, before)), tuple(map(plain, after)))
        talk = (plain(phrase) for book in books for phrase in book.talk)
        self.common = frozenset(phrase for phrase in (*self._polite.phrases, *talk) if " " not in phrase)
        nouns = (word for book in books for phrase in book.seats for word in plain(phrase).split())
        self.before_seats = frozenset((*nouns, *(plain(word) for book in own for word in book.typed.naming)))
        self.articles = tuple(dict.fromkeys(_before(article) for book in own for article in _articles(book)))
        self.ties = tuple(plain(phrase) for book in books for phrase in (*book.ties, *book.typed.ties))
        self.even = tuple(plain(phrase) for book in books for phrase in book.even)
        self.answers: dict[Token, frozenset[str]] = {
            TOKENS[id_]: frozenset(plain(phrase) for book in books for phrase in getattr(book.typed.answers, id_))
            for id_ in TypedAnswers.model_fields
        }
        self.units = {
            Unit.VOICES: tuple(plain(word) for book in books for word in (book.voices.many, book.voices.one)),
            Unit.DIAMONDS: tuple(plain(word) for book in books for word in (book.diamonds.many, book.diamonds.one)),
        }

    def cores(self, text: str) -> Iterator[str]:
        """Yield what may be the answer in a text, without politeness and final marks: the longest first."""
        places = [word.span() for word in WORD.finditer(text)]
        if len(places) > MOST_WORDS:
            return
        for start, end in self._polite.spans([text[begin:stop] for begin, stop in places]):
            core = text[places[start][0] : places[end - 1][1]]
            if core != text:
                yield core

    def pointed(self, text: str) -> str:
        """Return a text without the words that say nothing before a seat, unless there is nothing else."""
        words = text.split()
        while len(words) > 1 and words[0] in self.before_seats:
            del words[0]
        return " ".join(words)


def _articles(book: Phrasebook) -> Iterator[str]:
    for article, others in book.articles.items():
        yield from (article, *others)


def _before(article: str) -> str:
    """Return an article as it stands before a word."""
    return plain(article) if article.endswith("'") else f"{plain(article)} "
