"""What may be said to an open question: the exact phrases for a recogniser, and the entry that each one means.

A recogniser's grammar makes its phrases likely and excludes nothing: any of their words may come after any other. So a
text is read as a whole or not at all: politeness, one phrase, politeness. What is read as nothing was no answer.

By night nothing that is said chooses anything (law 1): the grammar of a window is the same for every question, whoever
is asked and whatever he may answer, and holds neutral orders alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum

from narrator.rules.core.answers import Answer, Card, Choices, Diamonds, Kind, Number, Refusal, Text, Token
from narrator.rules.core.effects import Ask, Unit
from narrator.rules.core.secrets import Secret
from narrator.table.inbox.entry import Entry, Misread, Order, Reminder, Reply
from narrator.table.inbox.moment import Moment
from narrator.table.language.phrasebook import MOST, Phrasebook, Politeness, SaidUnit, phrasebook_of
from narrator.table.language.seats import Departures, Pointing, SeatPhrases, verb_of
from narrator.table.language.spelling import (
    Known,
    canonical,
    canonical_phrase,
    everything,
    name_spellings,
    spelled,
    words_in,
)
from narrator.table.language.table_words import TableWords
from narrator.table.language.typed import ways_said

LETTERS = 2
"""What is shorter is for keys."""

Read = Callable[[str], Entry | None]


@dataclass(frozen=True)
class Grammar:
    """What may be said now.

    `phrases` are for a recogniser, in the spelling of its model: answers, orders, politeness, and talk that means
    nothing. Equal grammars have equal phrases.
    """

    phrases: tuple[str, ...]
    _polite: Politeness = field(repr=False)
    _cores: tuple[Read, ...] = field(repr=False, compare=False)
    _meant: frozenset[str] = field(default=frozenset(), repr=False, compare=False)
    _courteous: frozenset[str] = field(default=frozenset(), repr=False, compare=False)

    def read(self, text: str) -> Entry | None:
        """Read what was heard, as a whole; None if it means nothing, or might mean two things."""
        found = {
            entry
            for core in self._polite.cores(canonical(text).split())
            for read in self._cores
            if (entry := read(core)) is not None
        }
        return found.pop() if len(found) == 1 else None

    def plain(self, phrase: str) -> bool:
        """Whether a phrase is said without politeness."""
        text = canonical(phrase)
        return all(core == text for core in self._polite.cores(text.split()))

    def slips(self, text: str) -> bool:
        """Whether somebody meant to answer and did not: words of answers, perhaps politely, and none of other talk."""
        words = {*text.split()}
        return bool(words & (self._meant - self._courteous)) and words <= self._meant | self._courteous


class ExactPhrases:
    """Phrases that mean one thing each; of two meanings the first that is added counts."""

    def __init__(self, phrasebook: Phrasebook) -> None:
        self._typed_only = phrasebook.typed_only
        self._same = phrasebook.same
        self.meant: dict[str, Entry] = {}
        self.phrases: list[str] = []

    def add(self, entry: Entry, *phrases: str) -> None:
        """Let these phrases mean an entry, if they can be said and mean nothing yet."""
        for phrase in phrases:
            if phrase.lower() in self._typed_only or len(phrase) < LETTERS:
                continue
            if self.meant.setdefault(self._heard(canonical_phrase(phrase)), entry) == entry:
                self.phrases.append(phrase)

    def read(self, core: str) -> Entry | None:
        return self.meant.get(self._heard(core))

    def _heard(self, core: str) -> str:
        """Return a phrase in the one form that words of one sound share."""
        return " ".join(self._same.get(word, word) for word in core.split())


def grammar_with(
    exact: ExactPhrases,
    cores: Iterable[Read],
    polite: Politeness,
    talk: Iterable[Iterable[str]],
    phrasebook: Phrasebook,
    known: Known,
    offered: Iterable[str] = (),
) -> Grammar:
    """Gather what is listened for, in the model's spelling; talk that sounds like any of it is left out."""
    answers = tuple(_spelled((*exact.phrases, *offered), known))
    courtesies = Politeness(tuple(_spelled(polite.before, known)), tuple(_spelled(polite.after, known)))
    phrases = dict.fromkeys((*answers, *courtesies.phrases, *courtesies.joints(answers)))
    reads = (exact.read, *cores)
    meant, courteous = _words(answers), _words(courtesies.phrases)
    grammar = Grammar((), polite, reads, meant, courteous)
    words = _words(phrases)
    for phrase in _spelled((phrase for some in talk for phrase in some), known):
        alike = {other for word in phrase.split() for other in phrasebook.sounding_like(word) if other != word}
        if grammar.read(phrase) is None and not alike & words:
            phrases[phrase] = None
    return Grammar(tuple(phrases), polite, reads, meant, courteous)


def _words(phrases: Iterable[str]) -> frozenset[str]:
    return frozenset(word for phrase in phrases for word in phrase.split())


def _spelled(phrases: Iterable[str], known: Known) -> Iterator[str]:
    """Yield those phrases that can be said in the model's words, each sound once."""
    told: set[str] = set()
    for phrase in phrases:
        if canonical_phrase(phrase) not in told and (found := spelled(phrase, known)) is not None:
            told.add(canonical_phrase(phrase))
            yield found


NEUTRAL = (Order.PAUSE, Order.RESUME, Order.REPEAT)
"""What may be said by night."""
BY_DAY = (*NEUTRAL, Order.HELP, Order.UNDO, Order.STATE, Order.LOUDER, Order.SOFTER, Order.PHONE)
"""What may be said by day; to put the game away is said in other words than it is typed."""
COUNTED = 20
"""Numbers up to here are understood even where they are no answer, so that none is taken for another."""


class Hearing(Enum):
    """What may be said, by the moment at which somebody speaks."""

    DAY = "day"
    NIGHT = "night"  # in a window, or between two
    LED = "led"  # in a window that a leader ends with a word


def hearing_at(moment: Moment) -> Hearing:
    """Return what may be said at a moment: it is decided by what is public alone."""
    if moment.window is not None and moment.window.led:
        return Hearing.LED
    return Hearing.NIGHT if moment.eyes_closed else Hearing.DAY


def grammar_of(ask: Ask | None, table_words: TableWords, hearing: Hearing, known: Known = everything) -> Grammar:
    """Return what may be said to a question, or while none is open, in the words that a model knows.

    A question that is asked in a slot is a night's question, at whatever hour: its choices are not looked at. Nor is
    it looked at whether a leader's word is awaited yet, in a window that it ends: that he has answered is a secret.
    `table_words` holds the words of one language alone.

    Raises:
        UnspokenError: nothing is known of how people talk in the language of the game.
    """
    phrasebook = phrasebook_of(table_words.language)
    if hearing is Hearing.LED:
        return _by_night(table_words, phrasebook, (*NEUTRAL, Order.NEXT), known)
    if ask is None and hearing is Hearing.DAY:
        exact = ExactPhrases(phrasebook)
        _add_orders(exact, table_words, phrasebook)
        return grammar_with(exact, (), phrasebook.polite, (phrasebook.talk, phrasebook.hush), phrasebook, known)
    if ask is None or hearing is Hearing.NIGHT or not ask.public or isinstance(ask.choices, Secret):
        return _by_night(table_words, phrasebook, NEUTRAL, known)
    return _by_day(ask, ask.choices, table_words, phrasebook, known)


def vocabulary(table_words: TableWords) -> frozenset[str]:
    """Return every word that some grammar of this table might use: what a model is to be asked about at set-up."""
    phrasebook = phrasebook_of(table_words.language)
    phrases: list[str] = [phrase for phrase, _ in (*table_words.orders(), *table_words.tokens())]
    phrases += (*table_words.leaves, *table_words.ties, *table_words.denounces)
    phrases += (*ways_said("same", table_words.language), *(w for ways in table_words.changes.values() for w in ways))
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


def _by_day(ask: Ask, choices: Choices, table_words: TableWords, phrasebook: Phrasebook, known: Known) -> Grammar:
    exact = ExactPhrases(phrasebook)
    for phrase, token in table_words.tokens():
        if token in choices.words:
            exact.add(Reply(token), phrase)
    if Token.DONE in choices.words:
        exact.add(Reply(Token.DONE), *(phrase for phrase, order in table_words.orders() if order is Order.NEXT))
    _add_things(exact, ask.aloud.unit, choices, table_words, phrasebook)
    if ask.encore:
        exact.add(Reply(Token.YES), *ways_said("same", table_words.language))
        for change, ways in table_words.changes.items():
            exact.add(Reply(Text(change)), *ways)
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


def _add_things(
    exact: ExactPhrases, unit: Unit | None, choices: Choices, table_words: TableWords, phrasebook: Phrasebook
) -> None:
    """Add cards, numbers and diamonds; those that are no answer here are heard, and refused."""
    if choices.kind in (Kind.CARD, Kind.TAKE):
        for card, names in table_words.cards.items():
            exact.add(_answer(Card(card), choices), *phrasebook.card(names))
    if choices.kind is Kind.NUMBER:
        counted = {Unit.VOICES: phrasebook.voices, Unit.DIAMONDS: phrasebook.diamonds}
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
