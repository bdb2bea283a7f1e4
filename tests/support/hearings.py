"""A table of eight that is listened to: its questions, and what is read in what is heard of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from questions import declared, table_words

from narrator.core.answers import ACQUITTED, CONFIRM, DONE, GUILTY, KEEP, NOBODY, YES_NO, Choices, Kind
from narrator.core.effects import PLAINLY, Ask
from narrator.inbox.entry import Entry
from narrator.language.spoken import Grammar, Moment, grammar_of
from narrator.language.table_words import TableWords

EIGHT = ("Alice", "Bruno", "Chloé", "Jean-Luc", "Jean Paul", "Tiernan", "Noé", "Zoé")
LIVING = (1, 2, 3, 4, 5, 7, 8)
BALLOT = Choices(kind=Kind.BALLOT, seats=LIVING, ties=True, words=(NOBODY,))
TWO_OUT = replace(BALLOT, count=(1, 2))
ONE = Choices(kind=Kind.SEATS, seats=LIVING, words=(NOBODY,))
VOLUNTEERS = Choices(kind=Kind.SEATS, seats=LIVING, count=(1, 7), words=(NOBODY,))
VERDICT = Choices(kind=Kind.YES_NO, words=(GUILTY, ACQUITTED))
VOICES = Choices(kind=Kind.NUMBER, numbers=(0, 9))
DEAD = Choices(kind=Kind.CARD, cards=("loup-garou", "petite-fille", "sorcière", "voyante"))
SWAP = replace(DEAD, words=(KEEP,))
POCKET = Choices(kind=Kind.TAKE, numbers=(1, 15), cards=("fidele", "agent", "street", "cheat"))
DENOUNCE = replace(ONE, words=(NOBODY, DONE))
PUBLIC = (BALLOT, TWO_OUT, ONE, VOLUNTEERS, CONFIRM, YES_NO, VERDICT, VOICES, DEAD)


def eight(game: str = "thiercelieux", language: str = "fr", names: tuple[str, ...] = EIGHT) -> TableWords:
    """Return the words of a table of eight."""
    return replace(table_words(game, language), players=8, names=names)


@cache
def grammar(choices: Choices, question: str = "any", game: str = "thiercelieux", language: str = "fr") -> Grammar:
    """Return what may be said by day to a question with these choices, seat 6 being dead."""
    known = declared(game).get(question)
    aloud = PLAINLY if known is None else known.aloud
    ask = Ask(question=question, choices=choices, living=LIVING, aloud=aloud)
    return grammar_of(ask, eight(game, language), Moment.DAY)


def heard(text: str, choices: Choices, question: str = "any", game: str = "thiercelieux") -> Entry | None:
    """Read a text that was heard in French."""
    return grammar(choices, question, game).read(text)


def heard_in_english(text: str, choices: Choices, question: str = "any", game: str = "thiercelieux") -> Entry | None:
    """Read a text that was heard in English."""
    return grammar(choices, question, game, "en").read(text)
