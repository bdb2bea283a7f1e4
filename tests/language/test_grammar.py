"""A grammar reads whole phrases: a phrase has one meaning, and what would have two has none."""

from __future__ import annotations

import pytest

from narrator.core.answers import NO, YES
from narrator.inbox.entry import Order, Reply
from narrator.language.phrasebook import phrasebook_of
from narrator.language.spoken import ExactPhrases, Grammar, grammar_with

BOOK = phrasebook_of("fr")


def grammar(*, known: frozenset[str] | None = None) -> Grammar:
    """Return a grammar of a yes, a no and an order, in the words that are known."""
    exact = ExactPhrases(BOOK)
    exact.add(Reply(YES), "oui", "d'accord")
    exact.add(Reply(NO), "non", "oui", "o")
    exact.add(Order.UNDO, "annule tout")
    return grammar_with(exact, (), BOOK.polite, (), BOOK, (lambda _: True) if known is None else known.__contains__)


def test_a_phrase_of_two_meanings_keeps_the_first() -> None:
    assert grammar().read("oui") == Reply(YES)


@pytest.mark.parametrize("text", ["oui non", "annule", "o", ""])
def test_what_is_no_whole_phrase_is_nothing(text: str) -> None:
    assert grammar().read(text) is None


def test_what_a_model_cannot_spell_is_not_listened_for() -> None:
    assert "annule tout" in grammar().phrases
    assert "annule tout" not in grammar(known=frozenset(("oui", "non", "annule"))).phrases


def test_words_of_answers_that_make_none_are_a_slip_and_other_talk_is_none() -> None:
    assert grammar().slips("oui non")
    assert not grammar().slips("oui mais non")
