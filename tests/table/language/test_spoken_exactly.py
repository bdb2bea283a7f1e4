"""How exactly what was heard is read: as a whole, or not at all."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import pytest
from hearings import BALLOT, POCKET, PUBLIC, SWAP, eight, grammar
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.rules.core.answers import NOBODY, Choices, Kind, Leave
from narrator.rules.core.effects import Ask
from narrator.table.inbox.entry import Misread, Order, Reminder, Reply
from narrator.table.language.phrasebook import phrasebook_of
from narrator.table.language.spoken import Hearing, grammar_of

FEW = Choices(kind=Kind.BALLOT, seats=(1, 2, 4), ties=True, words=(NOBODY,))


@cache
def meant(choices: Choices) -> tuple[str, ...]:
    """Return the phrases that mean something."""
    said = grammar(choices)
    return tuple(phrase for phrase in said.phrases if said.read(phrase) is not None)


AROUND = ("euh", "c'est", "s'il te plaît", "on vote pour", "merci", "alors", "donc", "voilà")


@given(
    st.sampled_from([*PUBLIC, SWAP]),
    st.lists(st.sampled_from(phrasebook_of("fr").polite.before), max_size=3),
    st.lists(st.sampled_from(phrasebook_of("fr").polite.after), max_size=3),
    st.data(),
)
def test_politeness_changes_no_answer(
    choices: Choices, before: list[str], after: list[str], data: st.DataObject
) -> None:
    said = grammar(choices)
    phrase = data.draw(st.sampled_from(meant(choices)))
    assert said.read(" ".join([*before, phrase, *after])) == said.read(phrase)


@given(st.lists(st.sampled_from(AROUND), max_size=4), st.lists(st.sampled_from(AROUND), min_size=1, max_size=4))
def test_politeness_alone_is_no_answer(some: list[str], more: list[str]) -> None:
    assert grammar(BALLOT).read(" ".join([*some, *more])) is None


# What may be said to one question at a table of four, written out here by hand: an oracle for the reading.
NUMBERED = (
    "(?:(?:le )?joueur |(?:la )?joueuse |(?:le )?siège |(?:le )?numéro |(?:la )?place )?(?:un|une|deux|trois|quatre)"
)
NAME = "(?:alice|bruno|noé|rose)"
SEAT = f"(?:{NUMBERED}|{NAME})"
SEVERAL = f"(?:{SEAT} (?:(?:et )?{SEAT} )*et {SEAT})"
LOOSELY = f"(?:{SEVERAL}|(?:{SEAT} (?:et )?)*(?:{NAME} {SEAT}|{SEAT} {NAME}))"
TIE = f"(?:égalité (?:entre )?{LOOSELY}|à égalité {LOOSELY}|{LOOSELY}(?: à)? égalité|{SEVERAL})"
LEAVING = f"départ (?:du |de )?{SEAT}"
CORE = f"(?:personne|aucun|aucune|rien|{SEAT}|{TIE}|{LEAVING})"
BEFORE = "(?:euh|ben|alors|donc|voilà|c'est|je dis|(?:on|je) vote(?: pour| contre)?|on accuse)"
AFTER = "(?:s'il (?:te|vous) plaît|merci|voilà|alors|donc|euh)"
CHOICE = re.compile(f"(?:{BEFORE} )*{CORE}(?: {AFTER})*")

FOUR = grammar_of(
    Ask(question="any", choices=FEW, living=(1, 2, 4)),
    replace(
        eight(), players=4, names=("Alice", "Bruno", "Noé", "Rose"), commands={**eight().commands, "leave": ("départ",)}
    ),
    Hearing.DAY,
)
WORDS = sorted({word for phrase in FOUR.phrases for word in phrase.split()})
FREQUENT = (
    *("un", "deux", "trois", "quatre", "une", "alice", "bruno", "noé", "rose", "et", "égalité", "à", "entre"),
    *("personne", "départ", "du", "joueur", "le", "euh", "merci"),
)


@pytest.mark.thorough
@settings(max_examples=2000)
@given(st.lists(st.sampled_from(FREQUENT) | st.sampled_from(WORDS), max_size=6))
def test_no_other_text_of_the_grammars_words_is_a_choice(words: list[str]) -> None:
    text = " ".join(words)
    if isinstance(FOUR.read(text), Reply):
        assert CHOICE.fullmatch(text)


@given(st.lists(st.sampled_from(FREQUENT), max_size=6))
def test_every_text_that_should_be_understood_is_understood(words: list[str]) -> None:
    text = " ".join(words)
    if CHOICE.fullmatch(text):
        assert FOUR.read(text) is not None


@given(st.sampled_from([*PUBLIC, POCKET]), st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_reading_is_total(choices: Choices, text: str) -> None:
    entry = grammar(choices).read(text)
    assert entry is None or isinstance(entry, Reply | Misread | Reminder | Order)


def test_an_answer_that_is_read_is_legal() -> None:
    for choices in PUBLIC:
        said = grammar(choices)
        for phrase in said.phrases:
            entry = said.read(phrase)
            if isinstance(entry, Reply) and not isinstance(entry.answer, Leave):
                assert choices.refusal(entry.answer) is None, phrase
