"""The table at which the ear is measured: the grammars that a game's questions open, and what is said to them.

Of a hundred sayings sixty answer the question, thirty are orders, and ten ask for a card's reminder or tell that
somebody leaves; one in five is polite about it. What is refused as no answer to the question counts as nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from benchmarks.ear_measuring import AskedPhrases
from benchmarks.recordings import Company, LabelledRecording
from narrator.base.resources import pack_path
from narrator.commands.ear import ANSWER, evening_grammars, kind_of, plain_phrases
from narrator.packs.pack import load_pack
from narrator.rules.core.answers import Card, Seats
from narrator.table.inbox.entry import Entry, Misread, Reply
from narrator.table.language.spelling import Known
from narrator.table.language.spoken import Grammar

GAME = "thiercelieux"
NAMES = (
    *("Alice", "Benoît", "Camille", "Damien", "Élodie", "Fatima", "Gabriel", "Hélène", "Inès", "Karim", "Léon"),
    "Victor",
)
"""First names that the tiny model knows; a game gives numbers to whose names its model does not."""
_WEIGHTS = {ANSWER: 60, "order": 30, "reminder": 5, "departure": 5}
_POLITE, _BEFORE, _BOTH = 0.2, 0.6, 0.3
_ALWAYS, _NAMING, _AFTER = ("euh", "ben", "alors", "donc"), ("c'est",), ("s'il te plaît", "s'il vous plaît", "merci")

_DRAWN = 8
"""How many sayings are drawn for each that is said: who can say but what was recorded must find enough of them."""


@dataclass(frozen=True)
class Quiz:
    """A question as it is listened to, and phrases for each thing that may be said to it, by kind."""

    name: str
    asked: AskedPhrases
    sayings: Mapping[str, Sequence[tuple[Entry, Sequence[str]]]]

    def said(self, count: int, seed: int) -> tuple[str, ...]:
        """Return so many things that people say, none of which may be taken for another.

        Of the same seed, each question has its own draw: they share orders, and one poor clip would count for each.
        """
        chance = Random(f"{seed} {self.name}")
        return tuple(self._one(chance) for _ in range(count))

    def said_by(self, company: Company, count: int, seed: int) -> tuple[str, ...]:
        """Return so many of them, of those that this company can say."""
        return tuple(islice(filter(company.can_say, self.said(_DRAWN * count, seed)), count))

    def answers(self, company: Company, count: int, seed: int) -> LabelledRecording:
        """Have them said."""
        return company.saying(self.said_by(company, count, seed), seed)

    def _one(self, chance: Random) -> str:
        kind = chance.choices(list(self.sayings), [_WEIGHTS[kind] for kind in self.sayings])[0]
        entry, phrases = chance.choice(self.sayings[kind])
        said = chance.choice(phrases)
        if chance.random() >= _POLITE:
            return said
        polite = " ".join(_around(said, entry, chance))
        return polite if self.asked.meaning(polite) == entry else said


def _around(said: str, entry: Entry, chance: Random) -> Iterator[str]:
    before = chance.random() < _BEFORE
    if before:
        named = isinstance(entry, Reply) and isinstance(entry.answer, Seats | Card)
        yield chance.choice(_ALWAYS + _NAMING if named else _ALWAYS)
    yield said
    if not before or chance.random() < _BOTH:
        yield chance.choice(_AFTER)


def quizzes(known: Known) -> dict[str, Quiz]:
    """Return what is listened to in an evening, in the words that a model knows."""
    grammars = evening_grammars(load_pack(pack_path(GAME)).words_of_a_table("fr"), NAMES, known)
    return {name: _quiz(name, grammar) for name, grammar in grammars.items()}


def _quiz(name: str, grammar: Grammar) -> Quiz:
    def meaning(text: str) -> Entry | None:
        entry = grammar.read(text)
        return None if isinstance(entry, Misread) else entry

    plain: dict[Entry, list[str]] = {}
    for phrase, entry in plain_phrases(grammar):
        plain.setdefault(entry, []).append(phrase)
    kinds: dict[str, list[tuple[Entry, Sequence[str]]]] = {}
    for entry, phrases in plain.items():
        kinds.setdefault(kind_of(entry), []).append((entry, phrases))
    return Quiz(name, AskedPhrases(grammar.phrases, meaning), kinds)
