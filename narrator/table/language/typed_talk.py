"""What people type around an answer without changing it, as they say it: `euh, le numéro 4, merci !`.

Whoever types may be of another language than the game: the politeness of every language counts. And the seats of a
circle as people type them: `5`, `le 3 et le 5`, or the beginning of a first name. A first name that is typed whole wins
over everything, a number over the beginning of a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from narrator.rules.core.answers import Refusal, Token
from narrator.rules.core.effects import Unit
from narrator.rules.core.folding import digits, plain
from narrator.table.language.phrasebook import (
    Politeness,
    TypedAnswers,
    is_spoken,
    number_in_any_language,
    phrasebook_of,
    phrasebooks,
)
from narrator.table.language.table_words import TOKENS

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
        articles = (plain(form) for book in own for one, others in book.articles.items() for form in (one, *others))
        self.articles = tuple(dict.fromkeys(form if form.endswith("'") else f"{form} " for form in articles))
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


PIECE = re.compile(r"[,;&+/]|#|(?<!\S)-(?!\S)|[^\s.,;&+/°#]+°?")
BETWEEN_NUMBERS = re.compile(r"(?<=\d)\s*[-=]\s*(?=\d)")
SIGNS = frozenset(",;&+/-")
MOST_PIECES = 200
"""In a longer line no seats are looked for: forty of them, and what may stand between two, are not so many."""
LONGEST_NUMERAL = 3
"""The most words that the number of a seat has, as in `vingt et un`."""


class TypedSeats:
    """Reads seats in plain spelling. `joins` are the words that may stand between two."""

    def __init__(self, players: int, names: Sequence[str], joins: Sequence[str], talk: TypedTalk) -> None:
        self._players = players
        self._joins = SIGNS.union(joins)
        self._before = talk.before_seats
        self._common = talk.common
        self._names = [(seat, name) for seat, name in enumerate(map(_pieced, map(plain, names)), start=1) if name]
        self._longest = max([LONGEST_NUMERAL, *(len(name.split()) for _, name in self._names)])

    def read(self, text: str) -> tuple[int, ...] | Refusal:
        """Read one or several seats, in the order in which they are named."""
        words = PIECE.findall(BETWEEN_NUMBERS.sub(" ", text))
        if len(words) > MOST_PIECES:
            return Refusal.UNREADABLE
        if len(words) > 1 and isinstance(whole := self._begun(_pieced(text)), int):
            return (whole,)
        seats: list[int] = []
        said = ""
        doubt: Refusal | None = None
        at = 0
        pointed = False  # a word before a seat was left out
        while at < len(words):
            if words[at] in self._joins:
                said = said if words[at] == "-" else ""
                at += 1
                continue
            found, length = self._next(words, at, pointed=pointed)
            if isinstance(found, Refusal):
                if found is not Refusal.AMBIGUOUS:
                    return found
                doubt = found  # unless another word is no seat at all
            elif found is not None:
                run = " ".join(words[at : at + length])
                # As the circle has it on the screen: `8 Hugo` is one seat.
                if not (said and seats[-1] == found and said.isdecimal() != run.isdecimal()):
                    seats.append(found)
                said = run
            pointed = found is None
            at += length
        return doubt or tuple(seats) or Refusal.UNREADABLE

    def _next(self, words: Sequence[str], at: int, *, pointed: bool) -> tuple[int | Refusal | None, int]:
        """Read the seat that begins here, with how many words it has; None for a word that is to be left out."""
        runs = [" ".join(words[at : at + n]) for n in range(min(self._longest, len(words) - at), 0, -1)]
        for run in runs:
            found = self._called(run)
            if found is None:
                found = self._numbered(run, pointed=pointed)
            if found is not None:
                return found, len(run.split())
        follows = words[at + 1] if at + 1 < len(words) else None
        before = words[at] in self._before and follows not in self._joins
        # `a b` are two initials, `à Bruno` is one seat.
        if before and follows and (len(words[at]) > 1 or not words[at].isalpha() or self._called(follows) is not None):
            return None, 1
        for run in runs:
            if (found := self._begun(run)) is not None:
                alone = follows is None or (follows in self._joins and (at > 0 or follows != ","))
                return (found if alone or run not in self._common else Refusal.AMBIGUOUS), len(run.split())
        return Refusal.UNREADABLE, 1

    def _called(self, text: str) -> int | Refusal | None:
        """Read a whole first name; None where nobody is called like that."""
        return _only(seat for seat, name in self._names if name == text)

    def _begun(self, text: str) -> int | Refusal | None:
        """Read the beginning of a first name; None where no name begins like that."""
        return _only(seat for seat, name in self._names if name.startswith(text))

    def _numbered(self, text: str, *, pointed: bool) -> int | Refusal | None:
        """Read a number; in words it may be the beginning of somebody else's name, unless one has `pointed` to it."""
        number = number_typed(text)
        if number is None and not text.isdecimal():
            return None
        begun = None if text.isdecimal() or pointed else self._begun(text)
        if number is None or not 1 <= number <= self._players:
            return Refusal.UNKNOWN_SEAT if begun is None else begun
        return number if begun in (None, number) else Refusal.AMBIGUOUS


def _only(seats: Iterable[int]) -> int | Refusal | None:
    meant = [*seats]
    return Refusal.AMBIGUOUS if len(meant) > 1 else next(iter(meant), None)


def _pieced(text: str) -> str:
    return " ".join(PIECE.findall(text))


def number_typed(text: str) -> int | None:
    """Read a number, in digits or in words; None where it is none, or longer than any that is asked for."""
    return digits(text) if text.isdecimal() else number_in_any_language(text)
