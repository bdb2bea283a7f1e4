"""What a private line says by items that can be counted: where one of them is, the hidden light comes on."""

from __future__ import annotations

from narrator.core.answers import KEEP, NO, NOBODY, YES, Answer, Card, seat
from narrator.core.effects import Form, Terms, Value


def meant(line: str, args: Terms) -> tuple[Answer, ...]:
    """Return the items that a private line means.

    Yes or no, where its id ends so; else the cards that it names; else its seats; where it names nothing: nobody, or
    that one keeps what one has.
    """
    match line.rpartition(".")[2]:
        case "yes":
            return (YES,)
        case "no":
            return (NO,)
    cards = tuple(card for _, term in args if term.form in (Form.CARD, Form.HAND) for card in _cards(term.value))
    seats = tuple(item for _, term in args if term.form is Form.SEAT for item in _seats(term.value))
    return cards or seats or (NOBODY, KEEP)


def _cards(value: Value) -> tuple[Card, ...]:
    """Return a card, or those of a hand."""
    if isinstance(value, tuple):
        return tuple(Card(str(part[0] if isinstance(part, tuple) else part)) for part in value)
    return (Card(str(value)),)


def _seats(value: Value) -> tuple[Answer, ...]:
    """Return a seat, or several."""
    numbers = value if isinstance(value, tuple) else (value,)
    return tuple(seat(number) for number in numbers if isinstance(number, int))
