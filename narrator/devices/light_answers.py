"""What one light can tell of a private line: by being on at the right item of a count, or by a number of blinks.

A blink is a no, two are a yes; a seat blinks as often as its number says; nobody does not blink at all.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from narrator.core.answers import NO, NOBODY, YES, Answer, Card, Seats, Token, seat
from narrator.core.effects import Form, Terms
from narrator.core.vocabulary import Line

BLINKED = {NOBODY: 0, NO: 1, YES: 2}
"""How often a word blinks."""


class Way(Enum):
    """How a light can tell a line."""

    BLINKS = "as a number of blinks"
    COUNT = "at an item, while all are counted aloud"


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


def ways(line: Line) -> frozenset[Way]:
    """Return how a light can tell all that is news in a line, by what the line declares; several seats are `seats`."""
    both, count = frozenset(Way), frozenset({Way.COUNT})
    if line.word is not None:
        return both if line.word in BLINKED else count
    forms = {form for _, form in line.args}
    if forms - {Form.SEAT, Form.CARD, Form.HAND} or not forms:
        return frozenset()
    if forms != {Form.SEAT}:
        return count
    return both if [name for name, _ in line.args] == ["seat"] else count


def beyond(lines: Iterable[Line], there: Iterable[Way]) -> tuple[str, ...]:
    """Return the ids of those private lines that a light cannot tell in any of the ways that there are here.

    Lines of the tale are told when the game is over, and are none of them.
    """
    possible = frozenset(there)
    private = (line for line in lines if not line.spoken and not line.tale)
    return tuple(line.id for line in private if not ways(line) & possible)
