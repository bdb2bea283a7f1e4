"""What may be said in an evening, by kind of question: to measure how well people are understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from narrator.core.answers import CONFIRM, NOBODY, YES_NO, Choices, Kind, Leave
from narrator.core.effects import Ask
from narrator.inbox.entry import Entry, Misread, Order, Reminder, Reply
from narrator.language.spelling import Known
from narrator.language.spoken import Grammar, Hearing, grammar_of
from narrator.language.table_words import TableWords
from narrator.story.words import Words

ANSWER = "answer"
"""The kind of what answers the question itself."""

_CARDS = 8


def evening_grammars(words: Words, names: Sequence[str], known: Known) -> dict[str, Grammar]:
    """Return what is listened to when each kind of question is open, and between questions, in words that are known.

    Raises:
        UnspokenError: nothing is known of how people talk in the language of the words.
    """
    circle = tuple(range(1, len(names) + 1))
    table_words = TableWords.of(words, len(names), names)
    questions = {
        "yes or no": YES_NO,
        "go on": CONFIRM,
        "a seat": Choices(kind=Kind.SEATS, seats=circle, words=(NOBODY,)),
        "a vote": Choices(kind=Kind.BALLOT, seats=circle, ties=True, words=(NOBODY,)),
        "a card": Choices(kind=Kind.CARD, cards=tuple(table_words.cards)[:_CARDS]),
        "a number": Choices(kind=Kind.NUMBER, numbers=(0, len(names))),
    }
    asks = {name: Ask(question="any", choices=choices, living=circle) for name, choices in questions.items()}
    grammars = {name: grammar_of(ask, table_words, Hearing.DAY, known) for name, ask in asks.items()}
    grammars["by day"] = grammar_of(None, table_words, Hearing.DAY, known)
    grammars["by night"] = grammar_of(None, table_words, Hearing.NIGHT, known)
    return grammars


def answered_by(text: str, grammars: dict[str, Grammar]) -> Grammar | None:
    """Return the first grammar to which a text is an answer; None where it is one to none of them."""
    for grammar in grammars.values():
        entry = grammar.read(text)
        if entry is not None and not isinstance(entry, Misread):
            return grammar
    return None


def sayings(grammars: dict[str, Grammar], count: int, seed: int) -> Iterator[str]:
    """Yield so many things that people say, each once and without politeness, equally many for every kind of question.

    What may be said to any question, orders and departures, makes kinds of its own.
    """
    chance = Random(seed)
    kinds: dict[str, list[str]] = {}
    for question, grammar in grammars.items():
        for phrase, entry in plain_phrases(grammar):
            kind = kind_of(entry)
            kinds.setdefault(question if kind == ANSWER else kind, []).append(phrase)
    left = [list(dict.fromkeys(phrases)) for phrases in kinds.values()]
    for phrases in left:
        chance.shuffle(phrases)
    said: set[str] = set()
    while len(said) < count and any(left):
        for phrases in filter(None, left):
            text = phrases.pop()
            if text not in said and len(said) < count:
                said.add(text)
                yield text


def plain_phrases(grammar: Grammar) -> Iterator[tuple[str, Entry]]:
    """Yield the phrases of a grammar without politeness, each with what it means."""
    for phrase in filter(grammar.plain, grammar.phrases):
        entry = grammar.read(phrase)
        if entry is not None and not isinstance(entry, Misread):
            yield phrase, entry


def kind_of(entry: Entry) -> str:
    """Return what kind of thing is said: `ANSWER`, or one of those that may be said to any question."""
    match entry:
        case Order():
            return "order"
        case Reminder():
            return "reminder"
        case Reply(answer=Leave()):
            return "departure"
        case _:
            return ANSWER
