"""The seats of a circle as people say them, by number, by first name, several of them together; and what names them.

That is an answer, a tie, a departure, an accusation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import cycle, zip_longest
from typing import assert_never

from narrator.rules.core.answers import Answer, Choices, Leave, Refusal, Seats, Tie
from narrator.rules.core.effects import Verb
from narrator.table.inbox.entry import Entry, Misread, Reply
from narrator.table.language.phrasebook import MOST, Phrasebook
from narrator.table.language.spelling import Known, canonical, canonical_phrase, heard_as
from narrator.table.language.table_words import TableWords

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
        lost = loosely and any(said in map(canonical, self._names[self._meant[said]]) for said in named[-2:])
        return tuple(map(self._meant.__getitem__, named)) if named and (joined or lost) else None

    def _next(self, words: list[str], at: int) -> int:
        """Return how many words the longest seat from here has; 0 where there is none."""
        lengths = range(min(self._longest, len(words) - at), 0, -1)
        return next((length for length in lengths if " ".join(words[at : at + length]) in self._meant), 0)


@dataclass(frozen=True)
class SaidVerb:
    """What is said before a seat in some question, or after it where it `follows` too.

    Where it is `needed`, a seat alone means nothing: the question is open while everybody talks of everybody.
    """

    phrases: tuple[str, ...]
    needed: bool
    follows: bool

    def named(self, core: str) -> str | None:
        """Return what is named with this verb; None where it is not said."""
        for phrase in self._said:
            if core.startswith(f"{phrase} "):
                return core.removeprefix(f"{phrase} ")
            if self.follows and core.endswith(f" {phrase}"):
                return core.removesuffix(f" {phrase}")
        return None

    @cached_property
    def _said(self) -> tuple[str, ...]:
        return tuple(map(canonical, self.phrases))

    def with_seat(self, said: str) -> Iterator[str]:
        for phrase in self.phrases:
            yield f"{phrase} {said}"
            if self.follows:
                yield f"{said} {phrase}"


def verb_of(verb: Verb | None, table_words: TableWords, phrasebook: Phrasebook) -> SaidVerb | None:
    """Return how a verb is said; None where a seat is named without one."""
    match verb:
        case Verb.DENOUNCE:  # `alice dénonce` would name who denounces
            return SaidVerb(tuple(table_words.denounces), needed=True, follows=False)
        case Verb.EMPTY:
            return SaidVerb(phrasebook.empties, needed=True, follows=True)
        case Verb.SHOOT:
            return SaidVerb(phrasebook.shots, needed=False, follows=True)
        case None:
            return None
        case _:
            assert_never(verb)


class Departures:
    """Reads and offers departures: `départ trois`, `départ du joueur trois`; in English `alice leaves` too."""

    def __init__(
        self, seat_phrases: SeatPhrases, table_words: TableWords, phrasebook: Phrasebook, living: Sequence[int]
    ) -> None:
        self._seat_phrases = seat_phrases
        self._verb = SaidVerb(tuple(table_words.leaves), needed=True, follows=phrasebook.leaver_first)
        self._of = phrasebook.of
        self._leavers = phrasebook.leavers
        self._living = living

    def read(self, core: str) -> Entry | None:
        named = self._verb.named(core)
        first, _, rest = (named or "").partition(" ")
        seat = None if named is None else self._seat_phrases.seat(rest if first in self._of else named)
        if seat is None:
            return None
        return Reply(Leave(seat)) if seat in self._living else Misread(Refusal.NOT_LIVING)

    def phrases(self) -> Iterator[str]:
        """Yield what a recogniser is to listen for: nouns before a number once, for any number may follow them."""
        for seat in self._seat_phrases.seats:
            for said in self._seat_phrases.short(seat):
                yield from self._verb.with_seat(said)
        first = next(self._seat_phrases.short(self._seat_phrases.seats[0]))
        for noun in (*self._leavers, *self._seat_phrases.nouns):
            yield from self._verb.with_seat(f"{noun} {first}")


class Pointing:
    """Reads and offers the answers of one open question that name seats."""

    def __init__(
        self,
        seat_phrases: SeatPhrases,
        table_words: TableWords,
        phrasebook: Phrasebook,
        choices: Choices,
        verb: SaidVerb | None,
    ) -> None:
        self._seat_phrases = seat_phrases
        self._choices = choices
        self._verb = verb
        self._join = phrasebook.join
        self._ties = (*phrasebook.ties, *table_words.ties)
        self._even = phrasebook.even
        self._leading = frozenset(map(canonical, phrasebook.ties))
        self._tied = sorted(map(canonical, (*self._ties, *self._even)), key=len, reverse=True)

    def read(self, core: str) -> Entry | None:
        named = core
        if self._verb is not None:
            with_verb = self._verb.named(core)
            if with_verb is None and self._verb.needed:
                return None
            named = with_verb or core
        answer = self._tie(named) or self._seats(named)
        if answer is None:
            return None
        refusal = self._choices.refusal(answer)
        return Reply(answer) if refusal is None else Misread(refusal)

    def _seats(self, said: str) -> Answer | None:
        seats = self._seat_phrases.several(said)
        if seats is None:
            return None
        several = self._choices.ties and len(seats) > self._choices.count[1]
        return Tie(tuple(sorted(seats))) if several else Seats(seats)

    def _tie(self, said: str) -> Answer | None:
        """Read `égalité deux et cinq`, `deux et cinq à égalité`, `quatre égalité deux et cinq`."""
        for tie in self._tied:
            before, found, after = f" {said} ".partition(f" {tie} ")
            if not found:
                continue
            ahead, tied = before.strip(), after.strip()
            if not tied and tie not in self._leading:
                ahead, tied = "", ahead
            seats = self._seat_phrases.several(tied, loosely=True)  # `égalité` says already that there are several
            clear = self._seat_phrases.seat(ahead.removesuffix(f" {self._join}")) if ahead else None
            if seats is None or (ahead and clear is None):
                return None
            return Tie(tuple(sorted(seats)), clear)
        return None

    def phrases(self) -> Iterator[str]:
        """Yield what a recogniser is to listen for: every seat of the circle, so that none is taken for another."""
        verb = self._verb
        if verb is None or not verb.needed:
            yield from (said for seat in self._seat_phrases.seats for said in self._seat_phrases.ways(seat))
        if verb is not None:
            for seat in self._seat_phrases.seats:
                yield from (phrase for said in self._seat_phrases.short(seat) for phrase in verb.with_seat(said))
            first = next(self._seat_phrases.short(self._seat_phrases.seats[0]))
            yield from (phrase for noun in self._seat_phrases.nouns for phrase in verb.with_seat(f"{noun} {first}"))
        if self._choices.ties or self._choices.count[1] > 1:
            yield from (pair for pair in self._pairs() if isinstance(self.read(canonical(pair)), Reply))

    def _pairs(self) -> Iterator[str]:
        """Yield pairs of which each word that may stand in one is in some, before others and after others.

        A recogniser that has heard `un et deux` and `deux et trois` will know `trois et un`, and `un deux et trois`.
        """
        said = [tuple(self._seat_phrases.short(seat)) for seat in self._choices.seats]
        ring = [way for ways in zip_longest(*said) for way in ways if way is not None]
        ring += [f"{noun} {ways[0]}" for noun, ways in zip(self._seat_phrases.nouns, cycle(said), strict=False)]
        for one, other in zip(ring, [*ring[1:], *ring[:1]], strict=True):
            pair = f"{one} {self._join} {other}"
            yield pair
            if self._choices.ties:
                yield from (f"{tie} {pair}" for tie in self._ties)
                yield from (f"{pair} {even}" for even in self._even)
