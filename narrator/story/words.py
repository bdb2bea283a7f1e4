"""The schema of a words file: everything that a game says, in one language."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from narrator.core.answers import SILENT
from narrator.story.agreement import ANSWER_IDS
from narrator.story.diagnostics import Code
from narrator.story.markup import capitalised
from narrator.story.schema import LineText, Name, NameText, PlainText, Schema, Variants, plain, refusal

COMMANDS = frozenset(
    ["help", "repeat", "undo", "pause", "resume", "state", "leave", "louder", "softer", "quit", "next", "phone"]
)
"""What may be told the narrator at any prompt: each needs a word to say or type."""

ANSWERS = frozenset((*ANSWER_IDS.values(), "tie", "denounce")) - {ANSWER_IDS[SILENT]}
"""The answers that are words: each needs at least one."""


def _only(*placeholders: str) -> AfterValidator:
    """Let a phrase pass that has no markup but these placeholders."""

    def checked(phrase: str) -> str:
        rest = phrase
        for placeholder in placeholders:
            rest = rest.replace(placeholder, "")
        plain(rest)
        return phrase

    return AfterValidator(checked)


def _said(respelling: str) -> str:
    """Let a respelling pass that a voice can say."""
    if not any(letter.isalnum() for letter in respelling):
        raise refusal(Code.RESPELLING, "nothing is left to say", "write how the word sounds, or take it out")
    return plain(respelling)


class CardWords(Schema):
    """A card: with its article, without, in the plural after a number; and what it does, in a sentence or two."""

    name: Name
    bare: Name
    many: Name
    reminder: PlainText


class NameWords(Schema):
    """A camp or an office, with its article."""

    name: Name


class Joins(Schema):
    """What stands between the items of a list, and before its last item."""

    comma: Name
    last: Name


class PlayingWords(Schema):
    """Playing cards: ranks and suits by their letter, and how the two make a name: `{rank}` and `{suit}`."""

    card: Annotated[NameText, _only("{rank}", "{suit}")]
    ranks: dict[str, Name]
    suits: dict[str, Name]


class Words(Schema):
    """A game's words in one language, over the words that all games share.

    A line has one or several variants. `seat` is how a seat without a name is spoken of, `seat_addressed` how it
    is spoken to, where that is something else. `singular` are the numbers that
    take the words for one. `compositions` are called so where somebody types one. `pronunciations` are words that a
    voice says better in another spelling.
    """

    language: PlainText
    title: Name
    summary: PlainText
    cards: dict[str, CardWords]
    camps: dict[str, NameWords]
    compositions: dict[str, Name] = Field(default_factory=dict)
    office: NameWords | None = None
    lines: dict[str, Variants]
    prompts: dict[str, LineText]
    seat: Annotated[NameText, _only("{number}")]
    seat_addressed: Annotated[NameText, _only("{number}")] | None = None
    joins: Joins
    singular: tuple[Literal["0", "1"], ...] = ("1",)
    playing: PlayingWords
    commands: dict[str, Annotated[tuple[Name, ...], Field(min_length=1)]]
    answers: dict[str, Annotated[tuple[Name, ...], Field(min_length=1)]]
    pronunciations: dict[PlainText, Annotated[str, AfterValidator(_said)]] = Field(default_factory=dict)

    def label(self, id_: str) -> str:
        """Return how a card, a token or a camp is called where it stands alone; what is none of them, as it is."""
        if id_ in self.cards:
            return capitalised(self.cards[id_].bare)
        return capitalised(self.camps[id_].name) if id_ in self.camps else id_

    @property
    def seat_forms(self) -> tuple[str, ...]:
        """Return how seats without a name are spoken of, and to where that is something else."""
        return (self.seat,) if self.seat_addressed is None else (self.seat, self.seat_addressed)
