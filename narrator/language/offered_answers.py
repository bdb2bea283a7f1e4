"""What may be answered before a game, aloud: the phrases for a recogniser, and which of the offered answers each is.

As in a game (`narrator.language.spoken`), a text is read as a whole or not at all, and politeness may stand around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from narrator.inbox.inbox import Order
from narrator.language.numerals import MOST, numerals
from narrator.language.phrasebook import Phrasebook, phrasebook_of
from narrator.language.spelling import Known, canonical, everything, spelled, words_in

ORDERS = (Order.REPEAT, Order.HELP, Order.UNDO, Order.LOUDER, Order.SOFTER)
"""What may be said besides; to end, one takes leave."""
LETTERS = 2
"""What is shorter is for keys."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer: the `line` that gives it where it is typed, what is `said` of it, the `ways` in which people say it.

    A `plain` one, yes or no, is not read back.
    """

    line: str
    said: str
    ways: tuple[str, ...] = ()
    plain: bool = False

    @property
    def number(self) -> int | None:
        """Return the number that it is, where it is one."""
        return int(self.line) if self.line.isdecimal() else None


def numbered(numbers: Iterable[int], language: str, ways: Sequence[str] = ()) -> tuple[Offer, ...]:
    """Offer numbers; `ways` are other ways to say one, with `{number}` in its place."""

    def offer(number: int) -> Offer:
        words = numerals(number, language) if number <= MOST else ()
        others = tuple(way.replace("{number}", word) for way in ways for word in words)
        return Offer(str(number), str(number), (*words, *others))

    return tuple(map(offer, numbers))


def titles(games: Mapping[str, str], language: str) -> tuple[Offer, ...]:
    """Offer games, given their titles by name: a part of a title means its game where it is no other's."""
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

    return tuple(Offer(name, title, tuple(ways(name, title))) for name, title in games.items())


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


@dataclass(frozen=True)
class Expected:
    """What may be said to one question. `phrases` are for a recogniser, in the spelling of its model.

    `vocabulary` is every word that some spelling of them is made of: what a model is to be asked about.
    """

    phrases: tuple[str, ...]
    vocabulary: frozenset[str]
    _phrasebook: Phrasebook
    _meant: Mapping[str, Offer | Order]

    def read(self, text: str) -> Offer | Order | None:
        """Read what was heard, as a whole; None where it is nothing, or might be two things."""
        found = [
            self._meant[core] for core in self._phrasebook.polite.cores(canonical(text).split()) if core in self._meant
        ]
        return found[0] if found and all(meant == found[0] for meant in found) else None

    def slips(self, text: str) -> bool:
        """Whether somebody meant to answer and did not: words of answers, and none of other talk."""
        words = {*canonical(text).split()}
        courteous = {word for phrase in self._phrasebook.polite.phrases for word in canonical(phrase).split()}
        answers = {word for phrase in self._meant for word in phrase.split()}
        return bool(words & (answers - courteous)) and words <= answers | courteous


def expected(
    offers: Sequence[Offer],
    language: str,
    commands: Mapping[str, Sequence[str]],
    known: Known = everything,
) -> Expected:
    """Return what may be said to a question with these answers, in the words that a model knows.

    `commands` are the phrases of a language for orders, as in its words. An answer that is no number may be said by its
    number among the others.

    Raises:
        UnspokenError: nothing is known of how people talk in this language.
    """
    phrasebook = phrasebook_of(language)
    meant: dict[str, Offer | Order] = {}
    phrases: list[str] = []

    def add(what: Offer | Order, *ways: str) -> None:
        longer = (way for way in ways if len(way) >= LETTERS)
        phrases.extend(way for way in longer if meant.setdefault(canonical(way), what) == what)

    for place, offer in enumerate(offers, start=1):
        add(offer, *offer.ways)
        if offer.number is None and not offer.plain and place <= MOST:
            for word in numerals(place, language):
                add(offer, word, *(f"{seat} {word}" for seat in phrasebook.numbers))
    for order in ORDERS:
        add(order, *(way for way in commands.get(order.value, ()) if way.lower() not in phrasebook.typed_only))
    add(Order.QUIT, *phrasebook.farewells)
    talk = (*phrasebook.talk, *phrasebook.hush)
    vocabulary = frozenset(
        word for phrase in (*phrases, *phrasebook.polite.phrases, *talk) for word in words_in(phrase)
    )
    return Expected(tuple(_listened(phrases, meant, phrasebook, known)), vocabulary, phrasebook, meant)


def _listened(
    phrases: Sequence[str], meant: Mapping[str, Offer | Order], phrasebook: Phrasebook, known: Known
) -> Iterator[str]:
    """Yield what is listened for: answers, politeness, how the two meet, and talk that sounds like no answer."""
    answers = [*_spelled(phrases, known)]
    polite = phrasebook.polite
    told = dict.fromkeys((*answers, *_spelled(polite.phrases, known)))
    told.update(dict.fromkeys(_spelled(polite.joints(answers), known)))
    words = {word for phrase in told for word in phrase.split()}
    for phrase in _spelled((*phrasebook.talk, *phrasebook.hush), known):
        alike = {other for word in phrase.split() for other in phrasebook.sounding_like(word) if other != word}
        if canonical(phrase) not in meant and not alike & words:
            told[phrase] = None
    return iter(told)


def _spelled(phrases: Iterable[str], known: Known) -> Iterator[str]:
    for phrase in phrases:
        if (found := spelled(phrase, known)) is not None:
            yield found
