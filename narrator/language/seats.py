"""The seats of a circle as people say them: by number, by first name, and several of them together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from narrator.language.phrasebook import MOST, Phrasebook
from narrator.language.spelling import Known, canonical, canonical_phrase, heard_as
from narrator.language.table_words import TableWords

NOBODYS = 0
"""The seat of a number that is nobody's here: it is read as a number all the same, never as two."""


class SeatPhrases:
    """The seats of one table. A name that is in `taken`, or that two players have, is no name: they have numbers."""

    def __init__(self, table_words: TableWords, phrasebook: Phrasebook, known: Known, taken: Container[str]) -> None:
        self._phrasebook = phrasebook
        self.seats = tuple(range(1, table_words.players + 1))
        self.nouns = phrasebook.seats
        self._meant: dict[str, int] = {}
        for number in range(1, MOST + 1):
            for said in self._numbered(number):
                self._meant[canonical_phrase(said)] = number if number in self.seats else NOBODYS
        self._names = self._heard(table_words, known, taken)
        self._meant |= {canonical(name): seat for seat, names in self._names.items() for name in names}
        self._longest = max(len(said.split()) for said in self._meant)

    def _numbered(self, number: int) -> Iterator[str]:
        for numeral in self._phrasebook.numerals[number]:
            yield numeral
            yield from (f"{before} {numeral}" for before in self._phrasebook.seats)

    def _heard(self, table_words: TableWords, known: Known, taken: Container[str]) -> dict[int, tuple[str, ...]]:
        """Return, by seat, the names and aliases that mean one player and nothing else."""
        said = {
            seat: dict.fromkeys(
                found
                for names in (table_words.names, table_words.aliases)
                if seat <= len(names) and names[seat - 1]
                if (found := heard_as(names[seat - 1], known)) is not None
            )
            for seat in self.seats
        }
        owners = Counter(canonical(name) for names in said.values() for name in names)
        return {
            seat: tuple(
                name
                for name in names
                if owners[word := canonical(name)] == 1 and word not in self._meant and word not in taken
            )
            for seat, names in said.items()
        }

    def short(self, seat: int) -> Iterator[str]:
        """Yield the shortest ways to say a seat: its number alone, and its names."""
        yield from self._phrasebook.numerals[seat]
        yield from self._names[seat]

    def ways(self, seat: int) -> Iterator[str]:
        """Yield every way to say a seat, but a second form of its number after `seat` or `player`."""
        yield from self.short(seat)
        numeral = self._phrasebook.numerals[seat][0]
        yield from (f"{before} {numeral}" for before in self._phrasebook.seats)

    def seat(self, said: str) -> int | None:
        """Return the seat that a phrase in canonical spelling means; None where it means none here."""
        return self._meant.get(said) or None

    def several(self, said: str, *, loosely: bool = False) -> tuple[int, ...] | None:
        """Return one or several seats in the order they were named: `deux`, `deux et cinq`, `deux trois et cinq`.

        What can be one number, or one name, is one: `vingt et un` is never twenty and one. Between the last two
        stands `et`, which beside a name may be lost where they are read `loosely`. None where any word of it is no
        seat.
        """
        words = said.split()
        named: list[str] = []
        joined = True
        at = 0
        while at < len(words):
            if named:
                joined = words[at] == self._phrasebook.join
                at += joined
            length = self._next(words, at)
            seat = self._meant.get(" ".join(words[at : at + length]), NOBODYS)
            if not seat:
                return None
            named.append(" ".join(words[at : at + length]))
            at += length
        lost = loosely and any(map(self._is_name, named[-2:]))
        return tuple(map(self._meant.__getitem__, named)) if named and (joined or lost) else None

    def _is_name(self, said: str) -> bool:
        return said in map(canonical, self._names[self._meant[said]])

    def _next(self, words: list[str], at: int) -> int:
        """Return how many words the longest seat from here has; 0 where there is none."""
        lengths = range(min(self._longest, len(words) - at), 0, -1)
        return next((length for length in lengths if " ".join(words[at : at + length]) in self._meant), 0)
