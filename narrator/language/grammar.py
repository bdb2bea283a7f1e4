"""A grammar: the phrases that are listened for while a question is open, and the entry that each one means.

A recogniser's grammar makes its phrases likely and excludes nothing: any of their words may come after any other. So a
text is read as a whole or not at all: politeness, one phrase, politeness. What is read as nothing was no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from narrator.inbox.entry import Entry
from narrator.language.phrasebook import Phrasebook
from narrator.language.politeness import Politeness
from narrator.language.spelling import Known, canonical, canonical_phrase, spelled

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
        """Return what a phrase means."""
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
