"""What a page sends, and what it is told of answers: JSON, read strictly into the entries of the one inbox.

Whether an answer is legal is for the game to say; here is only what has the shape of an answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from narrator.core.answers import Answer, Card, Diamonds, Leave, Number, Seats, Text, Tie, Token
from narrator.inbox.entry import Entry, Order, Reply
from narrator.language.table_words import TOKENS
from narrator.story.naming import ANSWER_IDS

ORDERS = {
    order.value: order
    for order in (
        *(Order.REPEAT, Order.UNDO, Order.PAUSE, Order.RESUME, Order.NEXT),
        *(Order.STATE, Order.LOUDER, Order.SOFTER),
    )
}
"""The orders that a page may give: never to put the game away, and never to whom the table belongs.

Help is not among them: a page has words of its own for it, by day, and sends nothing.
"""

MOST_SEATS = 64
LONGEST_TEXT = 500


class MalformedError(ValueError):
    """What a page sent is malformed."""


def entry_of(message: Mapping[str, Any]) -> Entry:
    """Read `{answer: ...}`, `{order: id}` or `{leave: seat}`.

    Raises:
        MalformedError: it is something else.
    """
    match dict(message):
        case {"answer": answer, **rest} if not rest:
            return Reply(answer_of(answer))
        case {"order": str(order), **rest} if not rest and order in ORDERS:
            return ORDERS[order]
        case {"leave": seat, **rest} if not rest:
            return Reply(Leave(_number(seat)))
        case _:
            raise MalformedError("no entry")


def answer_of(data: object) -> Answer:
    """Read an answer.

    Raises:
        MalformedError: it is none.
    """
    match data:
        case {"word": str(word), **rest} if not rest and word in TOKENS:
            return TOKENS[word]
        case {"seats": seats, **rest} if not rest:
            return Seats(_seats(seats))
        case {"tie": seats, **rest} if not rest:
            return Tie(tuple(sorted(_seats(seats))))
        case {"tie": seats, "clear": clear, **rest} if not rest:
            return Tie(tuple(sorted(_seats(seats))), _number(clear))
        case {"card": str(card), **rest} if not rest and 0 < len(card) <= LONGEST_TEXT:
            return Card(card)
        case {"number": number, **rest} if not rest:
            return Number(_number(number))
        case {"diamonds": number, **rest} if not rest:
            return Diamonds(_number(number))
        case {"text": str(text), **rest} if not rest and 0 < len(text) <= LONGEST_TEXT and text.isprintable():
            return Text(text)
        case _:
            raise MalformedError("no answer")


def answer_data(answer: Answer | None) -> dict[str, object] | None:
    """Return an answer as pages are told of it."""
    match answer:
        case None | Token.SILENT:
            return None
        case Token():
            return {"word": ANSWER_IDS[answer]}
        case Seats(seats=seats):
            return {"seats": list(seats)}
        case Tie(seats=seats, clear=clear):
            return {"tie": list(seats)} if clear is None else {"tie": list(seats), "clear": clear}
        case Card(card=card):
            return {"card": card}
        case Number(value=value):
            return {"number": value}
        case Diamonds(count=count):
            return {"diamonds": count}
        case Text(text=text):
            return {"text": text}
        case Leave(seat=seat):
            return {"leave": seat}
        case _:
            assert_never(answer)


def _seats(data: object) -> tuple[int, ...]:
    if not isinstance(data, list) or not 0 < len(data) <= MOST_SEATS:
        raise MalformedError("no seats")
    return tuple(map(_number, data))


def _number(data: object) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or not 0 <= data <= 999:
        raise MalformedError("no number")
    return data
