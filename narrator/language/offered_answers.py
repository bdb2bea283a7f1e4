"""A question before a game with all its answers: how each of them is said and typed.

As in a game (`narrator.language.spoken`), a text is read as a whole or not at all, and politeness may stand around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from narrator.core.answers import NO, YES, Answer, Number, Text
from narrator.core.effects import Ask, Facts, Say
from narrator.inbox.entry import Order, Reply
from narrator.language.grammar import ExactPhrases, Grammar, grammar_with
from narrator.language.numerals import numerals
from narrator.language.phrasebook import MOST, Phrasebook, is_spoken, phrasebook_of
from narrator.language.spelling import Known, canonical, everything, words_in
from narrator.language.table_words import TableWords

ORDERS = (Order.REPEAT, Order.HELP, Order.UNDO, Order.LOUDER, Order.SOFTER)
"""The orders that may be said as well; the evening is ended by saying goodbye."""

AGAIN = Say(line="setup.again")
"""What is said to an answer that a question does not take."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer: what is `said` of it, the `ways` in which people say it, the words by which it is `typed`.

    A number is typed as it is. A `plain` answer, yes or no, is not read back.
    """

    answer: Answer
    said: str
    ways: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()
    plain: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class SetupAsk(Ask):
    """A question before a game, asked of everyone: `question` is its line, and `args` are what stands in it.

    Where there are no `offers`, free words answer it. What it does not take is told by the lines of `refused`.
    """

    living: tuple[int, ...] = ()
    args: Facts = ()
    offers: tuple[Offer, ...] = ()
    refused: tuple[Say, ...] = (AGAIN,)

    @property
    def counts(self) -> bool:
        """Whether its answers are numbers, which need no others."""
        return all(isinstance(offer.answer, Number) for offer in self.offers)

    @property
    def plain(self) -> bool:
        """Whether its line names its answers."""
        return all(offer.plain for offer in self.offers)


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
    exact.add(Order.QUIT, *phrasebook.farewells)
    return exact
