"""A table that answers anything legal: for random rehearsals, benchmarks and fuzzing."""

from __future__ import annotations

from random import Random

from narrator.core.answers import (
    DONE,
    NO,
    NOBODY,
    SILENT,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Number,
    Seats,
    Text,
    Tie,
    Token,
    seat,
)
from narrator.core.effects import Ask
from narrator.core.play import choices_of

NAMED = 0.9
"""How often a seat or a card is named where a word would do as well."""
SACKED = 0.5
"""How often a pocket holds diamonds rather than a card."""
TIED = 0.15
"""How often a ballot is a tie."""


TAKEN_UP = 0.1
"""How often an offer that names a seat is taken up."""


def offered(ask: Ask) -> Token:
    """Return the harmless answer to an offer: go on; or: no, thank you."""
    words = choices_of(ask).words
    return next(word for word in (DONE, NO, NOBODY) if word in words)


def guess(ask: Ask, chance: Random) -> Answer:
    """Return a legal answer to a question."""
    choices = choices_of(ask)
    if ask.offer and not (choices.seats and chance.random() < TAKEN_UP):
        return offered(ask)
    return among(choices, chance)


def among(choices: Choices, chance: Random) -> Answer:
    """Draw one of the legal answers: mostly one that names something."""
    kind = choices.kind
    if kind is Kind.NUMBER:
        return Number(chance.randint(*choices.numbers))
    if kind is Kind.TEXT:
        return Text("42")
    if kind is Kind.TAKE and chance.random() < SACKED:
        return Diamonds(chance.randint(*choices.numbers))
    words = [word for word in choices.words if word is not SILENT] or choices.words
    names = choices.cards or choices.seats
    if not names or (words and chance.random() > NAMED):
        return chance.choice(words)
    if choices.cards:
        return Card(chance.choice(choices.cards))
    if choices.ties and len(choices.seats) > 1 and chance.random() < TIED:
        return Tie(tuple(sorted(chance.sample(choices.seats, 2))))
    least, most = choices.count
    most = min(most, len(choices.seats))
    if most < least:
        return chance.choice(words)
    named = chance.randint(least, most)
    if named == 1:  # by far the most frequent, and drawn faster so
        return seat(chance.choice(choices.seats))
    return Seats(tuple(chance.sample(choices.seats, named)))
