"""A question before a game with all its answers: how each of them is said and typed.

As in a game (`language.spoken`), a text is read as a whole or not at all, and politeness may stand around it.

An answer may be typed by its number among the others, by its words, or by any beginning of them that fits one answer
only: 1 is yes and 2 is no, as in a game. So may help, going back and taking leave, and, at a setting, a word that keeps
the rest. Where nobody sees the answers they may be typed as they are said, and by the keys of a numeric pad; 0 says
goodbye there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from narrator.base.resources import languages
from narrator.rules.core.answers import DONE, KEEP, NO, YES, Answer, Choices, Number, Refusal, Text
from narrator.rules.core.effects import Ask, Facts, Say
from narrator.rules.core.folding import plain
from narrator.rules.core.play import choices_of
from narrator.table.inbox.entry import Entry, Farewell, LanguageTyped, Misread, Order, Reply
from narrator.table.inbox.moment import Moment
from narrator.table.language.phrasebook import MOST, Phrasebook, is_spoken, numerals, phrasebook_of
from narrator.table.language.spelling import Known, canonical, everything, words_in
from narrator.table.language.spoken import ExactPhrases, Grammar, grammar_with
from narrator.table.language.table_words import TableWords
from narrator.table.language.typed import KEYPAD, LONGEST_LINE, typed_words, ways_typed
from narrator.table.language.typed_talk import TypedTalk, number_typed

ORDERS = (Order.REPEAT, Order.HELP, Order.UNDO, Order.LOUDER, Order.SOFTER)
"""The orders that may be said as well; the evening is ended by saying goodbye."""

AGAIN = Say(line="setup.again")
"""What is said to an answer that a question does not take."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer: what is `said` of it, the `ways` in which people say it, the words by which it is `typed`.

    Where answers are `counted` aloud, more may be said of it.
    A number is typed as it is. A `plain` answer, yes or no, is not read back.
    """

    answer: Answer
    said: str
    ways: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    plain: bool = False
    counted: Say | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SetupAsk(Ask):
    """A question before a game, asked of everyone: `question` is its line, and `args` are what stands in it.

    Where there are no `offers`, free words answer it. What it does not take is told by the lines of `refused`. Who asks
    for help is told the lines of `aid` first.
    """

    living: tuple[int, ...] = ()
    args: Facts = ()
    offers: tuple[Offer, ...] = ()
    refused: tuple[Say, ...] = (AGAIN,)
    aid: tuple[Say, ...] = ()

    @property
    def words(self) -> Say:
        return Say(line=self.question, args=self.args)

    @property
    def counts(self) -> bool:
        """Whether its answers are numbers, besides a yes or a no: they are given as they are."""
        return {type(offer.answer) for offer in self.offers if not offer.plain} == {Number}

    @property
    def plain(self) -> bool:
        """Whether its line names its answers."""
        return all(offer.plain for offer in self.offers)

    def asked_about(self, question: str, choices: Choices, answers: Mapping[str, tuple[str, ...]]) -> SetupAsk:
        """Return a question about an answer to this one; whatever these choices hold keeps its number and its ways."""
        offers = dict.fromkeys((*self.offers, *yes_or_no(answers)))
        taken = (offer for offer in offers if choices.refusal(offer.answer) is None)
        return SetupAsk(question=question, choices=choices, offers=(*taken,))


def yes_or_no(answers: Mapping[str, tuple[str, ...]]) -> tuple[Offer, Offer]:
    """Offer yes and no, in these words of a language."""
    yes, no = answers["yes"], answers["no"]
    return Offer(YES, yes[0], yes, yes, plain=True), Offer(NO, no[0], no, no, plain=True)


def numbered(numbers: Iterable[int], language: str, ways: Sequence[str] = ()) -> tuple[Offer, ...]:
    """Offer numbers; `ways` are other ways to say one, with `{number}` in its place."""

    def offer(number: int) -> Offer:
        words = numerals(number, language) if number <= MOST and is_spoken(language) else ()
        others = tuple(way.replace("{number}", word) for way in ways for word in words)
        return Offer(Number(number), str(number), (*words, *others))

    return tuple(map(offer, numbers))


def titles(games: Mapping[str, str], language: str) -> tuple[Offer, ...]:
    """Offer games, given their titles by name: part of a title means its game if it is in no other title."""
    if not is_spoken(language):
        return tuple(Offer(Text(name), title, (title,), (name,)) for name, title in games.items())
    phrasebook = phrasebook_of(language)
    taken: dict[str, int] = {}
    for name, title in games.items():
        for way in {canonical(way) for way in _parts(name, title, phrasebook)}:
            taken[way] = taken.get(way, 0) + 1
    whole = {canonical(title) for title in games.values()}

    def ways(name: str, title: str) -> Iterator[str]:
        yield title
        for way in _parts(name, title, phrasebook):
            if way != title and taken[canonical(way)] == 1 and canonical(way) not in whole:
                yield way

    return tuple(Offer(Text(name), title, tuple(ways(name, title)), (name,)) for name, title in games.items())


def _parts(name: str, title: str, phrasebook: Phrasebook) -> Iterator[str]:
    """Yield a title whole, without its article, its parts before and after a preposition, and the name of the pack."""
    bare = next((title[len(word) :] for word in phrasebook.title_articles if title.startswith(word)), title)
    for whole in dict.fromkeys((title, bare)):
        yield whole
        for preposition in phrasebook.title_of:
            before, found, after = whole.partition(preposition)
            if found:
                yield from (before, after)
    yield name.replace("-", " ")


# --- what may be said -----------------------------------------------------------------------------------------


def offered_grammar(ask: SetupAsk, table_words: TableWords, known: Known = everything) -> Grammar:
    """Return what may be said to a question, in the words that a model knows.

    An answer that is no number may be said by its number among the others. `table_words` holds one language alone.

    Raises:
        UnspokenError: nothing is known of how people talk in this language.
    """
    phrasebook = phrasebook_of(table_words.language)
    talk = (phrasebook.talk, phrasebook.hush)
    return grammar_with(_phrases(ask, table_words, phrasebook), (), phrasebook.polite, talk, phrasebook, known)


def offered_vocabulary(ask: SetupAsk, table_words: TableWords) -> frozenset[str]:
    """Return every word that some spelling of this grammar is made of: what a model is to be asked about."""
    phrasebook = phrasebook_of(table_words.language)
    phrases = _phrases(ask, table_words, phrasebook).phrases
    others = (*phrasebook.polite.phrases, *phrasebook.talk, *phrasebook.hush)
    return frozenset(word for phrase in (*phrases, *others) for word in words_in(phrase))


def _phrases(ask: SetupAsk, table_words: TableWords, phrasebook: Phrasebook) -> ExactPhrases:
    exact = ExactPhrases(phrasebook)
    for place, offer in enumerate(ask.offers, start=1):
        exact.add(Reply(offer.answer), *offer.ways)
        if not ask.counts and not offer.plain and place <= MOST:
            for word in phrasebook.numerals[place]:
                exact.add(Reply(offer.answer), word, *(f"{seat} {word}" for seat in phrasebook.numbers))
    for phrase, order in table_words.orders():
        if order in ORDERS:
            exact.add(order, phrase)
    if {YES, DONE} <= {*choices_of(ask).words}:
        exact.add(Order.NEXT, *(phrase for phrase, order in table_words.orders() if order is Order.NEXT))
    exact.add(Order.QUIT, *phrasebook.farewells)
    return exact


END = "0"
"""What is keyed to say goodbye; it must be confirmed."""

TYPED_ORDERS = {"typed.help": Order.HELP, "typed.back": Order.UNDO, "typed.quit": Order.QUIT}
"""What is typed in place of an answer; the words stand in `scripts/common`."""


class OfferReader:
    """Reads what is typed; where nobody sees the answers, `aloud` are the words in which they are said."""

    def __init__(self, aloud: TableWords | None = None) -> None:
        self._aloud = aloud

    def read(self, line: str, moment: Moment) -> Entry:
        """Read a line for the question that is open; an empty one takes what is usual."""
        if len(line) > LONGEST_LINE:
            return Misread(Refusal.UNREADABLE)
        text, ask = line.strip(), moment.asked
        order: Order | LanguageTyped | None
        if self._aloud is not None:
            order = KEYPAD.get(text)
        else:
            free = not isinstance(ask, SetupAsk) or not ask.offers  # then words are taken as they are
            cores = (plain(text), *(() if free else _talk().cores(plain(text))))
            order = next((_orders()[core] for core in cores if core in _orders()), None)
        if order is not None:
            return order
        if not text:
            return Order.NEXT
        if not isinstance(ask, SetupAsk):
            return Misread(Refusal.UNREADABLE)
        if KEEP in choices_of(ask).words and plain(text) in _resting():
            return Reply(KEEP)
        keyed = None if self._aloud is None else _keyed(text, ask, self._aloud)
        return keyed or typed(text, ask.offers, counts=ask.counts)


@cache
def _orders() -> Mapping[str, Order | LanguageTyped]:
    """Return the words for orders, and for languages, of every language."""
    tongues = {way: LanguageTyped(code) for code in languages() for way in ways_typed("language", code)}
    return tongues | {word: order for id_, order in TYPED_ORDERS.items() for word in typed_words(id_)}


@cache
def _talk() -> TypedTalk:
    return TypedTalk()


@cache
def _resting() -> frozenset[str]:
    """Return the words, of every language, that keep a setting and those that follow as they are."""
    return frozenset(typed_words("typed.rest"))


def typed(text: str, offers: Sequence[Offer], *, counts: bool = False) -> Reply | Misread:
    """Read an answer by its number among the others, by its words, by their beginning; else tell what may be meant.

    A question that `counts` is answered by a number of its own.
    """
    if not offers:
        return Reply(Text(text))
    entry = _answer(plain(text), offers, counts=counts)
    for core in _talk().cores(plain(text)):
        if isinstance(entry, Reply):
            break
        entry = _answer(core, offers, counts=counts)
    return entry


def _answer(text: str, offers: Sequence[Offer], *, counts: bool) -> Reply | Misread:
    """Read a text in plain spelling as a whole."""
    if counts:
        text = _talk().pointed(text)
        if (number := number_typed(text)) is not None:
            return Reply(Number(number))
    if text.isdecimal():
        number = number_typed(text) or 0
        taken = not counts and 1 <= number <= len(offers)
        return Reply(offers[number - 1].answer) if taken else Misread(Refusal.WORD)
    exact = [(plain(word), offer.answer) for offer in offers for word in offer.typed]
    ways = [(plain(word), offer.answer) for offer in offers for word in offer.ways]
    for found in (
        {answer for word, answer in (*exact, *ways) if word == text},
        {answer for word, answer in exact if word.startswith(text)},
        {answer for word, answer in ways if word.startswith(text)},
    ):
        if found:
            return Reply(found.pop()) if len(found) == 1 else Misread(Refusal.WORD)
    words = {plain(word): its.answer for its in offers if not its.plain for word in (*its.typed, *its.ways)}
    near = get_close_matches(text, words, n=1)
    return Misread(Refusal.WORD, meant=words[near[0]] if near and not counts else None)


def _keyed(text: str, ask: SetupAsk, aloud: TableWords) -> Entry | None:
    """Read what is typed only where nobody sees the answers; None if it is something else."""
    if text == END:
        return Farewell()
    if text.isdecimal() or not is_spoken(aloud.language):
        return None
    return offered_grammar(ask, aloud).read(text)
