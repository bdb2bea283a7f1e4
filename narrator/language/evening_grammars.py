"""What may be said in an evening, by kind of question: to measure how well people are understood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from narrator.core.answers import CONFIRM, NOBODY, YES_NO, Choices, Kind, Leave
from narrator.core.effects import Ask
from narrator.inbox.inbox import Entry, Misread, Order, Reminder, Reply
from narrator.language.grammar import Grammar
from narrator.language.spelling import Known
from narrator.language.spoken import Moment, grammar_of
from narrator.language.table_words import TableWords
from narrator.story.words import Words

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
    grammars = {name: grammar_of(ask, table_words, Moment.DAY, known) for name, ask in asks.items()}
    grammars["by day"] = grammar_of(None, table_words, Moment.DAY, known)
    grammars["by night"] = grammar_of(None, table_words, Moment.NIGHT, known)
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
        for phrase in filter(grammar.plain, grammar.phrases):
            entry = grammar.read(phrase)
            if entry is not None and not isinstance(entry, Misread):
                kinds.setdefault(_kind(entry, question), []).append(phrase)
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


def _kind(entry: Entry, question: str) -> str:
    match entry:
        case Order() if entry is not Order.NEXT:
            return "order"
        case Reminder():
            return "reminder"
        case Reply(answer=Leave()):
            return "departure"
        case _:
            return question
