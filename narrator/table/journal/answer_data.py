"""Answers as data: tagged in the journal, and as a person writes them in a rehearsal's answer file and trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from narrator.rules.core.answers import (
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Refusal,
    Seats,
    Text,
    Tie,
    Token,
)
from narrator.rules.core.folding import digits, folded

Plain: TypeAlias = str | int | list[int] | Mapping[str, str | int | list[int]]
WORDS = {token.value: token for token in Token} | {"next": Token.DONE, "end": Token.DONE}


def encode(answer: Answer) -> Plain:
    """Return the journal's form of an answer: every type has a tag of its own."""
    match answer:
        case Token():
            return answer.value
        case Seats(seats=seats):
            return list(seats)
        case Tie(seats=seats, clear=clear):
            return {"tie": list(seats)} if clear is None else {"tie": list(seats), "clear": clear}
        case Card(card=card):
            return {"card": card}
        case Number(value=value):
            return {"number": value}
        case Text(text=text):
            return {"text": text}
        case Diamonds(count=count):
            return {"diamonds": count}
        case Leave(seat=seat):
            return {"leave": seat}
        case _:
            assert_never(answer)


def decode(value: Plain) -> Answer:
    """Read the journal's form of an answer.

    Raises:
        ValueError: the value has no such form.
    """
    match value:
        case str():
            return Token(value)
        case [*seats]:
            return Seats(_whole(seats))
        case {"tie": list(seats), "clear": clear, **rest} if not rest:
            return Tie(_whole(seats), *_whole([clear]))
        case {"tie": list(seats), **rest} if not rest:
            return Tie(_whole(seats))
        case {"text": str(text), **rest} if not rest:
            return Text(text)
        case {"card": str(card), **rest} if not rest:
            return Card(card)
        case {"number": number, **rest} if not rest:
            return Number(*_whole([number]))
        case {"diamonds": count, **rest} if not rest:
            return Diamonds(*_whole([count]))
        case {"leave": seat, **rest} if not rest:
            return Leave(*_whole([seat]))
        case _:
            raise ValueError("no answer has this form")


def _whole(numbers: Sequence[object]) -> tuple[int, ...]:
    """Return the whole numbers: a truth value or a fraction is none.

    Raises:
        ValueError: one of them is no whole number.
    """
    whole = tuple(number for number in numbers if isinstance(number, int) and not isinstance(number, bool))
    if len(whole) != len(numbers):
        raise ValueError("no whole number")
    return whole


def plain(answer: Answer) -> Plain:
    """Return the form that a person would write: 5, [3, 7], {tie: [2, 5]}, yes, voyante."""
    match answer:
        case Seats(seats=(seat,)):
            return seat
        case Card(card=card):
            return card
        case Number(value=value):
            return value
        case Text(text=text):
            return text
        case _:
            return encode(answer)


def read(value: object, choices: Choices) -> Answer | Refusal:
    """Read a value that a person wrote in YAML, all scalars being strings, for a question with these choices."""
    match value:
        case str(text):
            return _read_word(text, choices)
        case {"diamonds": count, **rest} if not rest:
            number = digits(str(count))
            return Refusal.UNREADABLE if number is None else Diamonds(number)
        case Mapping():
            seats = _numbers(value.get("tie")) if set(value) <= {"tie", "clear"} else None
            clear = str(value.get("clear", ""))
            if seats is None or (digits(clear) is None and clear):
                return Refusal.UNREADABLE
            return Tie(tuple(sorted(seats)), digits(clear))
        case Sequence():
            seats = _numbers(value)
            return Refusal.UNREADABLE if seats is None else Seats(seats)
        case _:
            return Refusal.UNREADABLE


def _read_word(written: str, choices: Choices) -> Answer | Refusal:
    text = folded(written)
    if choices.kind is Kind.TEXT and text not in WORDS:
        return Text(written.strip())
    if (number := digits(text)) is not None:
        return _counted(number, choices.kind)
    if text in WORDS:
        return WORDS[text]
    named = [card for card in choices.cards if folded(card) == text]
    if named:
        return Card(named[0])
    return Refusal.CARD if choices.kind in (Kind.CARD, Kind.TAKE) else Refusal.UNREADABLE


def _counted(number: int, kind: Kind) -> Answer:
    """Take a number for what the question asks: a count, diamonds, or else a seat."""
    match kind:
        case Kind.NUMBER:
            return Number(number)
        case Kind.TAKE:
            return Diamonds(number)
        case _:
            return Seats((number,))


def _numbers(value: object) -> tuple[int, ...] | None:
    if not isinstance(value, Sequence) or isinstance(value, str):
        return None
    numbers = tuple(number for item in value if (number := digits(str(item))) is not None)
    return numbers if len(numbers) == len(value) else None
