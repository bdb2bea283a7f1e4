"""The seats of a circle as people type them: `5`, `le 3 et le 5`, `numéro quatre`, or the beginning of a first name.

A first name that is typed whole wins over everything, a number over the beginning of a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from narrator.core.answers import Refusal
from narrator.core.folding import digits, plain
from narrator.language.numerals import number_in_any_language
from narrator.language.typed_talk import TypedTalk

PIECE = re.compile(r"[,;&+/]|#|(?<!\S)-(?!\S)|[^\s.,;&+/°#]+°?")
BETWEEN_NUMBERS = re.compile(r"(?<=\d)\s*[-=]\s*(?=\d)")
SIGNS = frozenset(",;&+/-")
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
