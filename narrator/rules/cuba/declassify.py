"""What becomes public, and when: the only place where this game makes facts that everyone may hear.

Who sits where, who is the parrain, what starts in the box and how many jokers there are: public from the start.
Who is accused, what his pockets show, who shouts: public when it happens. Who wins. Never the parrain's counts; but
once the game is decided, by how much they differ from what all have told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from narrator.rules.core.answers import Card, Diamonds
from narrator.rules.core.effects import Fact, Form

if TYPE_CHECKING:
    from narrator.rules.cuba.game import CubaSetup


def seat(number: int) -> Fact:
    """A seat that is named aloud: it has the box, is accused, shouts, shows its pockets."""
    return Fact(Form.SEAT, number)


def seats(numbers: Iterable[int]) -> Fact:
    """Several seats: who left, who wins."""
    return Fact(Form.SEAT, tuple(numbers))


def count(number: int) -> Fact:
    """A number known to all: players, diamonds of the box at the start, jokers, what pockets have shown."""
    return Fact(Form.NUMBER, number)


def tokens(setup: CubaSetup) -> Fact:
    """The tokens that start in the box."""
    return Fact(Form.HAND, setup.tokens)


def token(name: str) -> Fact:
    """A token, spoken of in general."""
    return Fact(Form.CARD, name)


def shown_diamonds(take: Diamonds) -> Fact:
    """The diamonds that somebody has laid on the table."""
    return Fact(Form.NUMBER, take.count)


def given_back(count: int) -> Fact:
    """The diamonds that came out of pockets which all have seen, none among them."""
    return Fact(Form.NUMBER, count)


def difference(count: int) -> Fact:
    """By how many diamonds the takes that all have told are wrong, once the game is decided."""
    return Fact(Form.NUMBER, count)


def shown_token(take: Card) -> Fact:
    """The token that somebody has shown to all."""
    return Fact(Form.CARD, take.card)
