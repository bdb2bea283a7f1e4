"""What a table can answer: closed, typed, and legal or refused with a reason.

Voice, keyboard, keypad, button and remote all produce these values and nothing else.
"""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class Seats:
    """One or several seats, in the order they were named. Seats count from 1, clockwise."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """The seats that share the most votes, ascending."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card by its id in the pack, such as `petite-fille`."""

    card: str


@dataclass(frozen=True, slots=True)
class Number:
    """A count."""

    value: int


@dataclass(frozen=True, slots=True)
class Leave:
    """A player leaves the game: legal at any question, whatever it asks."""

    seat: int


Answer: TypeAlias = Token | Seats | Tie | Card | Number | Leave

SILENT, NOBODY, YES, NO, DONE, KEEP = Token.SILENT, Token.NOBODY, Token.YES, Token.NO, Token.DONE, Token.KEEP


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Choices:
    """The legal answers to one question.

    `seats` are the seats that may be named, `count` how many of them at once (least, most). `words` are the
    tokens allowed besides, `cards` the cards that may be named, `numbers` the least and the greatest number.
    """

    kind: Kind
    seats: tuple[int, ...] = ()
    count: tuple[int, int] = (1, 1)
    ties: bool = False
    words: tuple[Token, ...] = ()
    cards: tuple[str, ...] = ()
    numbers: tuple[int, int] = (0, 0)

    def refusal(self, answer: Answer) -> Refusal | None:
        """Why this answer is not legal here, or None where it is."""
        match answer:
            case Token():
                return None if answer in self.words else Refusal.WORD
            case Seats(seats=seats):
                return self._refuse_seats(seats)
            case Tie(seats=seats):
                if not self.ties:
                    return Refusal.NO_TIE
                if len(seats) < 2 or len(set(seats)) != len(seats):
                    return Refusal.TIE_OF_TWO
                return None if set(seats) <= set(self.seats) else Refusal.SEAT
            case Card(card=card):
                return None if card in self.cards else Refusal.CARD
            case Number(value=value):
                if self.kind is not Kind.NUMBER:
                    return Refusal.WORD
                return None if self.numbers[0] <= value <= self.numbers[1] else Refusal.NUMBER
            case Leave():
                return None

    def _refuse_seats(self, seats: tuple[int, ...]) -> Refusal | None:
        if not self.seats:
            return Refusal.WORD
        if not self.count[0] <= len(seats) <= self.count[1]:
            return Refusal.COUNT
        if len(set(seats)) != len(seats):
            return Refusal.TWICE
        return None if set(seats) <= set(self.seats) else Refusal.SEAT


class Refusal(Enum):
    """Why an answer was refused: each has words in every language of `scripts/common`."""

    WORD = "refused.word"
    SEAT = "refused.seat"
    COUNT = "refused.count"
    TWICE = "refused.twice"
    NO_TIE = "refused.no_tie"
    TIE_OF_TWO = "refused.tie_of_two"
    CARD = "refused.card"
    NUMBER = "refused.number"
    UNREADABLE = "refused.unreadable"
    UNKNOWN_SEAT = "refused.unknown_seat"
    AMBIGUOUS = "refused.ambiguous"
    NOT_LIVING = "refused.not_living"
