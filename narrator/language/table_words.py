"""The words that the players of one table may type and say, in its language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from narrator.core.answers import Token
from narrator.inbox.entry import Order
from narrator.story.naming import ANSWER_IDS

if TYPE_CHECKING:  # the schema brings pydantic in, which words at a table do not need
    from narrator.story.words import Words

LEAVE, TIE, DENOUNCE = "leave", "tie", "denounce"
TOKENS = {id_: token for token, id_ in ANSWER_IDS.items() if token is not Token.SILENT}
"""The answers that may be typed, said and touched as a word, by their ids."""


@dataclass(frozen=True, kw_only=True)
class TableWords:
    """What things are called at one table.

    `commands` and `answers` are the phrases for each order and each answer by its id, `cards` the names of each card:
    bare, with an article, and others. `names` are by seat; so are the `aliases`, said in place of names that are not
    understood. An empty name, or an empty alias, is none. `changes` are the ways to say who plays the next game, by how
    that is typed.
    """

    language: str
    players: int
    commands: Mapping[str, Sequence[str]]
    answers: Mapping[str, Sequence[str]]
    names: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    cards: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    changes: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, words: Words, players: int, names: Sequence[str] = (), *, twin: Words | None = None) -> TableWords:
        """Take the words of a game; those of a second language go along, and yield where a word means two things."""
        others = words if twin is None else twin

        def both(phrases: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
            return (*(other for other in others if other not in phrases), *phrases)

        return cls(
            language=words.language,
            players=players,
            commands={order: both(words.commands[order], others.commands[order]) for order in words.commands},
            answers={answer: both(words.answers[answer], others.answers[answer]) for answer in words.answers},
            names=tuple(names),
            cards={
                card: (its.bare, its.name, *its.aliases, *(() if twin is None else words.foreign.get(card, ())))
                for card, its in words.cards.items()
            },
        )

    def orders(self) -> Iterator[tuple[str, Order]]:
        """Yield the phrases of all orders; where a phrase comes twice, the later one counts."""
        for id_, phrases in self.commands.items():
            if id_ != LEAVE:
                yield from ((phrase, Order(id_)) for phrase in phrases)

    def tokens(self) -> Iterator[tuple[str, Token]]:
        """Yield the phrases of all answers that are words; where a phrase comes twice, the later one counts."""
        for id_, phrases in self.answers.items():
            if id_ in TOKENS:
                yield from ((phrase, TOKENS[id_]) for phrase in phrases)

    @property
    def leaves(self) -> Sequence[str]:
        """Return what is said before the seat of somebody who leaves."""
        return self.commands.get(LEAVE, ())

    @property
    def ties(self) -> Sequence[str]:
        return self.answers.get(TIE, ())

    @property
    def denounces(self) -> Sequence[str]:
        """Return what is said before the seat of somebody who is denounced."""
        return self.answers.get(DENOUNCE, ())
