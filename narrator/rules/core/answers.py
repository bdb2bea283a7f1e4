"""What a table can answer: closed, typed, and legal or refused with a reason.

Voice, keyboard, keypad, button and remote all produce these values and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias


class Token(Enum):
    """Answers that carry no value of their own."""

    SILENT = "silent"  # nothing valid came before the slot closed
    NOBODY = "none"
    YES = "yes"
    NO = "no"
    DONE = "done"
    KEEP = "keep"
    GUILTY = "guilty"
    ACQUITTED = "acquitted"
    HYMN = "hymn"
    VILLAGE = "village"
    WOLVES = "wolves"


@dataclass(frozen=True, slots=True)
class Seats:
    """One or several seats, in the order they were named. Seats count from 1, clockwise."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """The seats that share the most votes, ascending.

    Where two are eliminated at once, `clear` is the seat that has more votes than the tied.
    """

    seats: tuple[int, ...]
    clear: int | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its id in the pack, such as `petite-fille`."""

    card: str


@dataclass(frozen=True, slots=True)
class Number:
    """A count."""

    value: int


@dataclass(frozen=True, slots=True)
class Text:
    """Free words, such as a message that somebody leaves; or one of several options, by its name."""

    text: str


@dataclass(frozen=True, slots=True)
class Diamonds:
    """So many diamonds, found in a pocket."""

    count: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves the game: legal at any question, whatever it asks."""

    seat: int


Answer: TypeAlias = Token | Seats | Tie | Card | Number | Text | Diamonds | Leave

SILENT, NOBODY, YES, NO, DONE, KEEP = Token.SILENT, Token.NOBODY, Token.YES, Token.NO, Token.DONE, Token.KEEP
GUILTY, ACQUITTED, HYMN, VILLAGE, WOLVES = Token.GUILTY, Token.ACQUITTED, Token.HYMN, Token.VILLAGE, Token.WOLVES


def seat(number: int) -> Seats:
    """One seat."""
    return Seats((number,))


class Kind(Enum):
    """The shape of a question's answers."""

    CONFIRM = "done"
    YES_NO = "yes | no"
    SEATS = "seats"
    BALLOT = "seat | none | {tie: [seats]}"
    CARD = "card"
    NUMBER = "number"
    TEXT = "text"
    TAKE = "{diamonds: number} | card"


@dataclass(frozen=True, kw_only=True, slots=True)
class Choices:
    """The legal answers to one question.

    `seats` are the seats that may be named, `count` how many of them at once (least, most). `words` are the
    tokens allowed besides, `cards` the cards that may be named, `numbers` the least and the greatest number
    (of diamonds too), `length` the most letters of a text; where there are `options`, no other text will do. `urgent`
    words are public acts that end a slot at once.
    A number that is one of several may have a `total`: what they add up to so far, and the most they may add up to.
    `nothing` is the card that stands for having nothing at all, where one does.
    `why` tells why other living seats cannot be named; where they hold a card already, which they `held`.
    """

    kind: Kind
    seats: tuple[int, ...] = ()
    count: tuple[int, int] = (1, 1)
    ties: bool = False
    words: tuple[Token, ...] = ()
    cards: tuple[str, ...] = ()
    numbers: tuple[int, int] = (0, 0)
    length: int = 0
    options: tuple[str, ...] = ()
    urgent: tuple[Token, ...] = ()
    total: tuple[int, int] | None = None
    nothing: str | None = None
    why: Refusal | None = None
    held: tuple[tuple[int, str], ...] = ()

    def refusal(self, answer: Answer) -> Refusal | None:
        """Why this answer is not legal here, or None if it is."""
        match answer:
            case Token():
                return self._refuse_word(answer)
            case Seats(seats=seats):
                return self._refuse_seats(seats)
            case Tie(seats=seats, clear=clear):
                return self._refuse_tie(seats, clear)
            case Card(card=card):
                return None if card in self.cards else Refusal.CARD
            case Number(value=value):
                if self.kind is not Kind.NUMBER:
                    return Refusal.WORD
                if self.numbers[0] <= value <= self.numbers[1]:
                    return None
                return Refusal.NUMBER if self.total is None else Refusal.TOTAL
            case Text(text=text):
                fits = text in self.options if self.options else 0 < len(text) <= self.length
                return None if fits else Refusal.WORD
            case Diamonds(count=count):
                if self.kind is not Kind.TAKE:
                    return Refusal.WORD
                return None if self.numbers[0] <= count <= self.numbers[1] else Refusal.NUMBER
            case Leave():
                return None

    def _refuse_word(self, word: Token) -> Refusal | None:
        if word in self.words:
            return None
        return Refusal.SOMEBODY if word is NOBODY and self.seats else Refusal.WORD

    def _refuse_tie(self, seats: tuple[int, ...], clear: int | None) -> Refusal | None:
        if not self.ties:
            return Refusal.NO_TIE
        if len(seats) < 2 or len(set(seats)) != len(seats):
            return Refusal.TIE_OF_TWO
        if clear is not None and self.count[1] < 2:
            return Refusal.COUNT
        named = {*seats} if clear is None else {*seats, clear}
        if len(named) < len(seats) + (clear is not None):
            return Refusal.TWICE
        return None if named <= set(self.seats) else self.why or Refusal.SEAT

    def _refuse_seats(self, seats: tuple[int, ...]) -> Refusal | None:
        if not self.seats:
            return Refusal.WORD
        if not self.count[0] <= len(seats) <= self.count[1]:
            return Refusal.COUNT
        if len(set(seats)) != len(seats):
            return Refusal.TWICE
        return None if set(seats) <= set(self.seats) else self.why or Refusal.SEAT


class Refusal(Enum):
    """Why an answer was refused: each has words in every language of `scripts/common`."""

    WORD = "refused.word"
    SOMEBODY = "refused.somebody"  # nobody, where somebody must be named
    SEAT = "refused.seat"
    SEATS = "refused.seats"  # the same, where few seats can be named
    OUT = "refused.out"  # somebody who is in the game no more
    YOURSELF = "refused.yourself"
    OWN = "refused.own"  # of those who are asked
    SAME = "refused.same"  # who must not be named twice running
    CHARMED = "refused.charmed"
    VOICELESS = "refused.voiceless"
    ACQUITTED = "refused.acquitted"
    HELD = "refused.held"
    COUNT = "refused.count"
    COUNTS = "refused.counts"  # the same, where there may be more or fewer of them
    TWICE = "refused.twice"
    NO_TIE = "refused.no_tie"
    TIE_OF_TWO = "refused.tie_of_two"
    CARD = "refused.card"
    NUMBER = "refused.number"
    TOTAL = "refused.total"
    UNREADABLE = "refused.unreadable"
    UNKNOWN_SEAT = "refused.unknown_seat"
    AMBIGUOUS = "refused.ambiguous"
    ORDER = "refused.order"
    NOT_LIVING = "refused.not_living"
    LEAVER = "refused.leaver"  # a departure of nobody
    DENOUNCE = "refused.denounce"  # a seat alone, where one is denounced
    EMPTY = "refused.empty"
    BACK = "refused.back"  # the word that goes back before a game


CONFIRM = Choices(kind=Kind.CONFIRM, words=(DONE,))
YES_NO = Choices(kind=Kind.YES_NO, words=(YES, NO))
ENCORE = Choices(kind=Kind.YES_NO, words=(YES, NO), length=400)
"""Whether to play again, or in free words with whom: who reads them knows which mean that."""


def outcome_of(counts: Mapping[int, int], most: int) -> Seats | Tie | Token:
    """Return what the counts say: those with most votes; who shares the last place; or nobody."""
    voices = sorted({count for count in counts.values() if count}, reverse=True)
    out: tuple[int, ...] = ()
    for place in voices:
        sharing = tuple(seat for seat, count in counts.items() if count == place)
        if len(out) + len(sharing) > most:
            return Tie(sharing, *out)
        out += sharing
        if len(out) == most:
            break
    return Seats(out) if out else NOBODY
