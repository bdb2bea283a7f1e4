"""The schema of the words files: everything that a game says, in one language."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from narrator.story.schema import LineText, PlainText, Schema, Variants, Word, plain

COMMANDS = frozenset(
    ["help", "repeat", "undo", "pause", "resume", "state", "leave", "louder", "softer", "quit", "next"]
)
"""What may be told the narrator at any prompt: each needs a word to say or type."""

ANSWERS = frozenset(("yes", "no", "nobody", "done", "keep", "tie", "guilty", "acquitted", "hymn", "denounce"))
"""The answers that are words: each needs at least one."""


def _numbered(phrase: str) -> str:
    """Let a phrase pass that has no markup but `{number}`."""
    plain(phrase.replace("{number}", ""))
    return phrase


class CardWords(Schema):
    """A card: with its article, without, in the plural after a number; and what it does, in a sentence or two."""

    name: PlainText
    bare: PlainText
    many: PlainText
    reminder: PlainText


class NameWords(Schema):
    """A camp or an office, with its article."""

    name: PlainText


class Joins(Schema):
    """What stands between the items of a list, and before its last item."""

    comma: PlainText
    last: PlainText


class PlayingWords(Schema):
    """Playing cards: ranks and suits by their letter, and how the two make a name: `{rank}` and `{suit}`."""

    card: LineText
    ranks: dict[str, PlainText]
    suits: dict[str, PlainText]


class Words(Schema):
    """A game's words in one language, over the words that all games share.

    A line has one or several variants. `seat` is how a seat without a name is spoken.
    """

    language: PlainText
    title: PlainText
    summary: PlainText
    cards: dict[str, CardWords]
    camps: dict[str, NameWords]
    office: NameWords | None = None
    lines: dict[str, Variants]
    prompts: dict[str, LineText]
    seat: Annotated[Word, AfterValidator(_numbered)]
    joins: Joins
    playing: PlayingWords
    commands: dict[str, Annotated[tuple[PlainText, ...], Field(min_length=1)]]
    answers: dict[str, Annotated[tuple[PlainText, ...], Field(min_length=1)]]
