"""What one light can tell of a private line: by being on at the right item of a count, or by a number of blinks.

A blink is a no, two are a yes; a seat blinks as often as its number says; nobody does not blink at all.
"""

from __future__ import annotations

from narrator.core.answers import NO, NOBODY, YES, Answer, Card, Seats, Token, seat
from narrator.core.effects import Form, Terms

BLINKED = {NOBODY: 0, NO: 1, YES: 2}
"""How often a word blinks."""


def items(word: Token | None, args: Terms) -> tuple[Answer, ...]:
    """Return the items that a private line shows; none where it shows something else.

    Where it says one `word`, that is the news. Where it names a card, it is the card: the seat beside it was chosen by
    the one who looks.
    """
    if word is not None:
        return (word,)
    cards: list[Answer] = []
    seats: list[Answer] = []
    for _, term in args:
        match term.form, term.value:
            case Form.CARD, str(card):
                cards.append(Card(card))
            case Form.HAND, tuple(hand):
                cards += [Card(str(counted[0])) for counted in hand if isinstance(counted, tuple)]
            case Form.SEAT, int(number):
                seats.append(seat(number))
            case Form.SEAT, tuple(numbers):
                seats += [seat(number) for number in numbers if isinstance(number, int)]
            case _:
                pass
    return tuple(cards or seats)


def blinks(shown: tuple[Answer, ...]) -> int | None:
    """Return how often these items blink; None where they are no number."""
    match shown:
        case (Seats(seats=(number,)),):
            return number
        case (Token() as word,) if word in BLINKED:
            return BLINKED[word]
        case _:
            return None
