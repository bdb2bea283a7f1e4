"""What may be said to an open question: the exact phrases for a recogniser, and the entry that each one means.

By night nothing that is said chooses anything (law 1): the grammar of a window is the same for every question, whoever
is asked and whatever he may answer, and holds neutral orders alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum

from narrator.core import effects
from narrator.core.answers import Answer, Card, Choices, Diamonds, Kind, Number, Refusal, Token
from narrator.core.effects import Ask
from narrator.core.secrets import Secret
from narrator.inbox.entry import Entry, Misread, Order, Reminder, Reply
from narrator.language.grammar import ExactPhrases, Grammar, grammar_with
from narrator.language.phrasebook import MOST, Phrasebook, SaidUnit, phrasebook_of
from narrator.language.seat_answers import Departures, Pointing, verb_of
from narrator.language.seats import SeatPhrases
from narrator.language.spelling import Known, canonical, everything, name_spellings, words_in
from narrator.language.table_words import TableWords

NEUTRAL = (Order.PAUSE, Order.RESUME, Order.REPEAT)
"""What may be said by night."""
BY_DAY = (*NEUTRAL, Order.HELP, Order.UNDO, Order.STATE, Order.LOUDER, Order.SOFTER)
"""What may be said by day; to put the game away is said in other words than it is typed."""
COUNTED = 20
"""Numbers up to here are understood even where they are no answer, so that none is taken for another."""


class Moment(Enum):
    """When somebody speaks."""

    DAY = "day"
    NIGHT = "night"  # in a window, or between two
    LED = "led"  # in a window that a leader ends with a word


def grammar_of(ask: Ask | None, table_words: TableWords, moment: Moment, known: Known = everything) -> Grammar:
    """Return what may be said to a question, or while none is open, in the words that a model knows.

    A question that is asked in a slot is a night's question, at whatever moment: its choices are not looked at. Nor is
    it looked at whether a leader's word is awaited yet, in a window that it ends: that he has answered is a secret.
    `table_words` holds the words of one language alone.

    Raises:
        UnspokenError: nothing is known of how people talk in the language of the game.
    """
    phrasebook = phrasebook_of(table_words.language)
    if moment is Moment.LED:
        return _by_night(table_words, phrasebook, (*NEUTRAL, Order.NEXT), known)
    if ask is None and moment is Moment.DAY:
        return _between(table_words, phrasebook, known)
    if ask is None or moment is Moment.NIGHT or not ask.public or isinstance(ask.choices, Secret):
        return _by_night(table_words, phrasebook, NEUTRAL, known)
    return _by_day(ask, ask.choices, table_words, phrasebook, known)


def vocabulary(table_words: TableWords) -> frozenset[str]:
    """Return every word that some grammar of this table might use: what a model is to be asked about at set-up."""
    phrasebook = phrasebook_of(table_words.language)
    phrases: list[str] = [phrase for phrase, _ in (*table_words.orders(), *table_words.tokens())]
    phrases += (*table_words.leaves, *table_words.ties, *table_words.denounces)
    phrases += (form for names in table_words.cards.values() for form in phrasebook.card(names))
    phrases += (numeral for ways in phrasebook.numerals for numeral in ways)
    phrases += (written for name in (*table_words.names, *table_words.aliases) for written in name_spellings(name))
    phrases += (
        *phrasebook.seats,
        phrasebook.join,
        *phrasebook.leavers,
        *phrasebook.ties,
        *phrasebook.even,
        *phrasebook.farewells,
    )
    phrases += (unit for counted in (phrasebook.voices, phrasebook.diamonds) for unit in (counted.one, counted.many))
    phrases += (*phrasebook.empties, *phrasebook.shots, *phrasebook.polite.phrases, *phrasebook.naming)
    phrases += (*phrasebook.talk, *phrasebook.hush)
    return frozenset(word for phrase in phrases for word in words_in(phrase))


# --- by night -----------------------------------------------------------------------------------------------


def _by_night(table_words: TableWords, phrasebook: Phrasebook, orders: Iterable[Order], known: Known) -> Grammar:
    exact = ExactPhrases(phrasebook)
    for order in orders:
        exact.add(order, *(phrase for phrase, meant in table_words.orders() if meant is order))
    return grammar_with(exact, (), phrasebook.polite, (phrasebook.hush,), phrasebook, known)


# --- by day -------------------------------------------------------------------------------------------------


def _between(table_words: TableWords, phrasebook: Phrasebook, known: Known) -> Grammar:
    """Return what may be said while nothing is asked."""
    exact = ExactPhrases(phrasebook)
    _add_orders(exact, table_words, phrasebook)
    return grammar_with(exact, (), phrasebook.polite, (phrasebook.talk, phrasebook.hush), phrasebook, known)


def _by_day(ask: Ask, choices: Choices, table_words: TableWords, phrasebook: Phrasebook, known: Known) -> Grammar:
    exact = ExactPhrases(phrasebook)
    _add_words(exact, choices, table_words)
    _add_things(exact, ask.aloud.unit, choices, table_words, phrasebook)
    _add_orders(exact, table_words, phrasebook)
    exact.add(Order.QUIT, *phrasebook.farewells)  # which is confirmed like an answer, so that a question must be open
    verb = verb_of(ask.aloud.verb, table_words, phrasebook) if choices.seats else None
    if verb is not None:
        exact.add(Misread(Refusal.COUNT), *verb.phrases)
    if choices.ties:
        exact.add(Misread(Refusal.TIE_OF_TWO), *table_words.ties)
    polite = phrasebook.polite.naming(*phrasebook.naming)
    seat_phrases = SeatPhrases(
        table_words, phrasebook, known, exact.meant.keys() | {*map(canonical, (*polite.phrases, phrasebook.join))}
    )
    departures = Departures(seat_phrases, table_words, phrasebook, ask.living)
    talk = (phrasebook.talk, phrasebook.hush)
    if not choices.seats:
        return grammar_with(exact, (departures.read,), phrasebook.polite, talk, phrasebook, known, departures.phrases())
    pointing = Pointing(seat_phrases, table_words, phrasebook, choices, verb)
    offered = (*pointing.phrases(), *departures.phrases())
    return grammar_with(exact, (pointing.read, departures.read), polite, talk, phrasebook, known, offered)


def _add_words(exact: ExactPhrases, choices: Choices, table_words: TableWords) -> None:
    """Add the answers that are words."""
    for phrase, token in table_words.tokens():
        if token in choices.words:
            exact.add(Reply(token), phrase)
    if Token.DONE in choices.words:
        exact.add(Reply(Token.DONE), *(phrase for phrase, order in table_words.orders() if order is Order.NEXT))


def _add_things(
    exact: ExactPhrases, unit: effects.Unit | None, choices: Choices, table_words: TableWords, phrasebook: Phrasebook
) -> None:
    """Add cards, numbers and diamonds; those that are no answer here are heard, and refused."""
    if choices.kind in (Kind.CARD, Kind.TAKE):
        for card, names in table_words.cards.items():
            exact.add(_answer(Card(card), choices), *phrasebook.card(names))
    if choices.kind is Kind.NUMBER:
        counted = {effects.Unit.VOICES: phrasebook.voices, effects.Unit.DIAMONDS: phrasebook.diamonds}
        said = None if unit is None else counted[unit]
        _add_numbers(exact, choices, Number, said, phrasebook)
    elif choices.kind is Kind.TAKE:
        _add_numbers(exact, choices, Diamonds, phrasebook.diamonds, phrasebook)


def _add_numbers(
    exact: ExactPhrases,
    choices: Choices,
    counted: Callable[[int], Answer],
    unit: SaidUnit | None,
    phrasebook: Phrasebook,
) -> None:
    for number in range(min(MOST, max(COUNTED, choices.numbers[1])) + 1):
        entry = _answer(counted(number), choices)
        ways = phrasebook.numerals[number]
        exact.add(entry, *ways)
        if unit is not None:
            exact.add(entry, f"{ways[-1 if unit.other_one else 0]} {unit.one if number == 1 else unit.many}")


def _answer(answer: Answer, choices: Choices) -> Entry:
    refusal = choices.refusal(answer)
    return Reply(answer) if refusal is None else Misread(refusal)


def _add_orders(exact: ExactPhrases, table_words: TableWords, phrasebook: Phrasebook) -> None:
    """Add the orders of the day; asking for help with a card is asking for its reminder."""
    for phrase, order in table_words.orders():
        if order in BY_DAY:
            exact.add(order, phrase)
    aid = next((phrase for phrase, order in table_words.orders() if order is Order.HELP), None)
    for card, names in table_words.cards.items() if aid else ():
        exact.add(Reminder(card), *(f"{aid} {name}" for name in phrasebook.card(names)))
