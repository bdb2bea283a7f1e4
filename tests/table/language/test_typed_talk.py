"""What is typed around an answer: it changes nothing, and what carries something out by night has none."""

from __future__ import annotations

from itertools import islice

import pytest
from rooms import reader
from tables import table

from narrator.rules.core.answers import CONFIRM as WAITED
from narrator.rules.core.answers import (
    DONE,
    NO,
    NOBODY,
    YES,
    YES_NO,
    Answer,
    Card,
    Choices,
    Kind,
    Number,
    Refusal,
    Text,
)
from narrator.rules.core.effects import Aloud, Ask, Unit
from narrator.table.inbox.entry import Entry, Misread, Order, Reply
from narrator.table.inbox.moment import Moment
from narrator.table.language.typed_talk import MOST_WORDS, TypedTalk

COUNT = Choices(kind=Kind.NUMBER, numbers=(0, 15))
DEAD = Choices(kind=Kind.CARD, cards=("sorcière", "loup-garou"))
MESSAGE = Choices(kind=Kind.TEXT, length=200, words=(NOBODY,))
ONE = Choices(kind=Kind.SEATS, seats=(1, 2, 3), words=(NOBODY,))


def read(line: str, choices: Choices, *, unit: Unit | None = None, slot: int | None = None) -> Entry:
    """Read a line at a French table, for a public question or for one that is secret in a slot."""
    ask = Ask(question="any", choices=choices, living=(1, 2, 3), aloud=Aloud(unit=unit), slot=slot)
    keyboard = reader(table("villageois*7 loup-garou"))
    return keyboard.read(line, Moment().asking(ask, 0.0)) if ask.public else keyboard.answer(line, ask)


@pytest.mark.parametrize(
    ("line", "choices", "answer"),
    [
        ("oui.", YES_NO, YES),
        ("Oui !", YES_NO, YES),
        ("heu oui", YES_NO, YES),
        ("ben, oui…", YES_NO, YES),
        ("yes please", YES_NO, YES),
        ("non merci", YES_NO, NO),
        ("Non, merci !", YES_NO, NO),
        ("euh, personne.", ONE, NOBODY),
        ("Sorcière.", DEAD, Card("sorcière")),
        ("c'est la sorcière", DEAD, Card("sorcière")),
        ("C’est un Loup-Garou !", DEAD, Card("loup-garou")),
        ("loup garou", DEAD, Card("loup-garou")),
        ("c'est bon", WAITED, DONE),
        ("C'est bon !", WAITED, DONE),
        ("all set", WAITED, DONE),
        ("heu 8.", COUNT, Number(8)),
    ],
)
def test_politeness_and_final_marks_change_no_answer(line: str, choices: Choices, answer: Answer) -> None:
    assert read(line, choices) == Reply(answer)


@pytest.mark.parametrize(
    ("line", "unit", "entry"),
    [
        ("8 diamants", Unit.DIAMONDS, Reply(Number(8))),
        ("huit diamants, merci", Unit.DIAMONDS, Reply(Number(8))),
        ("un diamant", Unit.DIAMONDS, Reply(Number(1))),
        ("8 diamonds", Unit.DIAMONDS, Reply(Number(8))),
        ("3 voix", Unit.VOICES, Reply(Number(3))),
        ("3 voix", Unit.DIAMONDS, Misread(Refusal.NUMBER)),
        ("8 diamants", None, Misread(Refusal.NUMBER)),
    ],
)
def test_a_number_is_typed_with_what_it_counts(line: str, unit: Unit | None, entry: Entry) -> None:
    assert read(line, COUNT, unit=unit) == entry


@pytest.mark.parametrize("line", ["merci", "oui mais", "pas oui", "oui non"])
def test_politeness_alone_and_other_talk_are_no_answer(line: str) -> None:
    assert read(line, YES_NO) == Misread(Refusal.WORD)


def test_a_message_is_kept_as_it_was_written() -> None:
    assert read("Euh, personne. Merci !", MESSAGE) == Reply(Text("Euh, personne. Merci !"))


@pytest.mark.parametrize("line", ["pause.", "euh pause", "annule, merci", "départ 2, merci"])
def test_by_night_nothing_is_carried_out_that_could_be_a_message(line: str) -> None:
    assert isinstance(read(line, YES_NO), Order | Reply)
    for choices in (YES_NO, ONE, DEAD):
        assert isinstance(read(line, choices, slot=0), Misread)


def test_a_long_line_is_looked_through_once() -> None:
    talk = TypedTalk("fr")
    longest = " ".join(["euh"] * (MOST_WORDS - 1))
    assert "oui" in talk.cores(f"{longest} oui")
    assert not [*islice(talk.cores(f"{longest} euh oui"), 1)]


def test_where_nobody_told_how_people_talk_politeness_of_other_languages_counts() -> None:
    assert "4" in TypedTalk("xx").cores("euh, 4, please")
