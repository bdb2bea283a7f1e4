"""How people talk to a narrator in a language, beyond the words of its packs: numbers, seats, verbs, small talk.

All of it stands in `spoken.yaml`, in the folder of the language.

What people say around an answer without changing it: `euh, c'est Alice, s'il te plaît`. The pattern is explicit: any
number of phrases before, the answer, any number of phrases after. Whatever else stands around an answer makes it none.
`alors`, `donc` and `euh` are polite before an answer only: they begin more talk, and of debates a recogniser made
`deux alors`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated

from pydantic import BeforeValidator, Field

from narrator.base.diagnostics import Diagnostic, PackError
from narrator.base.resources import languages
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.base.yaml_source import read
from narrator.packs.words import Schema, fitted, several
from narrator.rules.core.folding import folded
from narrator.table.language.spelling import canonical


@dataclass(frozen=True)
class Politeness:
    """The phrases that may stand before an answer and after it."""

    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def phrases(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.before, *self.after)))

    @cached_property
    def _words(self) -> tuple[list[list[str]], list[list[str]]]:
        """Return the words of each phrase before, and of each phrase after from its last."""
        return [canonical(p).split() for p in self.before], [canonical(p).split()[::-1] for p in self.after]

    def naming(self, *before: str) -> Politeness:
        """Allow more before an answer that names somebody."""
        return Politeness((*self.before, *before), self.after)

    def joints(self, answers: Iterable[str]) -> Iterator[str]:
        """Yield how politeness and answers meet: each phrase before with each first word, and so behind.

        A recogniser that has been told of such meetings will take `euh trois`; told of `euh` and of `trois` alone, it
        will sooner take both for something unknown. Of phrases that end alike one is enough, and so behind; of
        answers that begin alike, the shortest.
        """
        firsts: dict[str, str] = {}
        lasts: dict[str, str] = {}
        for answer in sorted(answers, key=len):
            words = answer.split()
            firsts.setdefault(words[0], answer)
            lasts.setdefault(words[-1], answer)
        before = {phrase.split()[-1]: phrase for phrase in self.before}
        after = {phrase.split()[0]: phrase for phrase in self.after}
        yield from (f"{phrase} {answer}" for phrase in before.values() for answer in firsts.values())
        yield from (f"{answer} {phrase}" for phrase in after.values() for answer in lasts.values())

    def cores(self, words: list[str]) -> Iterator[str]:
        """Yield what may be the answer in these words, in canonical spelling: the longest first."""
        yield from (" ".join(words[start:end]) for start, end in self.spans(words))

    def spans(self, words: list[str]) -> list[tuple[int, int]]:
        """Return where what may be the answer begins and ends in these words: the longest first."""
        ahead, behind = self._words
        starts = _reached(words, ahead)
        ends = [len(words) - left for left in _reached(words[::-1], behind)]
        spans = [(start, end) for start in starts for end in ends if start < end]
        return sorted(spans, key=lambda span: span[0] - span[1])


def _reached(words: list[str], phrases: list[list[str]]) -> list[int]:
    """Return the places that are reached from the first word through whole phrases, ascending."""
    reached = {0}
    for place in range(len(words)):
        if place in reached:
            reached |= {place + len(p) for p in phrases if words[place] == p[0] and words[place : place + len(p)] == p}
    return sorted(reached)


SPOKEN = "spoken.yaml"
MOST = 60
"""The greatest number that has words: more than any table or box holds."""


class UnspokenError(UserError):
    """Nothing is known about how people talk in this language; they can use keys."""

    def __init__(self, language: str) -> None:
        known = ", ".join(filter(is_spoken, languages()))
        super().__init__(to_user("ear.unspoken", language=language, names=known))


@dataclass(frozen=True, slots=True)
class SaidUnit:
    """What is counted: one of it, several of it; and whether it takes the other form of `one`, where there are two."""

    one: str
    many: str
    other_one: bool = False


def _words(text: object) -> object:
    return text.split() if isinstance(text, str) else text


Phrases = tuple[str, ...]
Numerals = Annotated[
    tuple[Annotated[Phrases, BeforeValidator(several), Field(min_length=1)], ...],
    Field(min_length=MOST + 1, max_length=MOST + 1),
]


class TypedAnswers(Schema):
    """More ways to type an answer: each counts only where a question takes that one, and may give another elsewhere."""

    yes: Phrases = ()
    no: Phrases = ()
    nobody: Phrases = ()
    done: Phrases = ()
    keep: Phrases = ()
    guilty: Phrases = ()
    acquitted: Phrases = ()


class TypedWords(Schema):
    """What is typed and never listened for.

    `before` and `after` change nothing around an answer; `naming`, articles and prepositions, nothing before a seat.
    `ties` stand before tied seats.
    """

    before: Phrases
    after: Phrases = ()
    naming: Phrases
    ties: Phrases = ()
    answers: TypedAnswers = TypedAnswers()


class Phrasebook(Schema):
    """One language.

    `numerals` are the ways to say each number from 0 to `MOST`, with hyphens. `seats` stand before a seat's number, of
    which `numbers` before any number, `join` between several seats, `ties` before tied seats and `even` after them.
    `of` stands between a departure and who leaves, as in `leavers`; he may be named first where `leaver_first`.
    `voices` and `diamonds` are counted. `empties` and `shots` are said by the enquirer and by who shoots. `naming` is
    polite before names only. `articles` gives for an article the one that may be said in its place, before a
    consonant and before one of the `vowels`. `title_articles` need not be said of a game's title; `title_of` stands
    between two parts of which each may do. `typed_only` are phrases of the packs that are too short, or too frequent
    in talk, to be listened for. `same` gives one spelling to words of one sound that phrases are made of. `talk` and
    `hush`, by day and always, are listened for and mean nothing: table talk, and words that sound almost like an
    answer; none of them is listened for where it is `alike` in sound to a word that is. `decoys` are words of no game
    that a recogniser is given, so that talk is not taken for a phrase; it leaves out those that it does not know.
    """

    numerals: Numerals
    seats: Phrases
    numbers: Phrases
    join: str
    of: Phrases
    leavers: Phrases
    leaver_first: bool
    ties: Phrases
    even: Phrases
    voices: SaidUnit
    diamonds: SaidUnit
    empties: Phrases
    shots: Phrases
    farewells: Phrases
    polite: Politeness
    naming: Phrases
    articles: dict[str, tuple[str, str]]
    vowels: str
    title_articles: Phrases
    title_of: Phrases
    typed: TypedWords
    typed_only: frozenset[str]
    same: dict[str, str]
    talk: Phrases
    hush: Phrases
    alike: tuple[Annotated[frozenset[str], BeforeValidator(_words)], ...]
    decoys: Phrases

    def card(self, names: Sequence[str]) -> Iterator[str]:
        """Yield the names of a card, `bare` first, then with the articles that may stand before it."""
        yield from names
        bare = names[0]
        for article, others in self.articles.items():
            if any(name.lower() == f"{article}{bare}".lower() for name in names[1:]):
                yield f"{others[bare[0].lower() in self.vowels]}{bare}"

    def sounding_like(self, word: str) -> frozenset[str]:
        """Return the words that sound like this one, itself included."""
        return frozenset((word,)).union(*(group for group in self.alike if word in group))


def is_spoken(language: str) -> bool:
    """Whether it is known how people talk in a language."""
    return _file_of(language) is not None


def phrasebook_of(language: str) -> Phrasebook:
    """Return how people talk in a language.

    Raises:
        UnspokenError: nothing is known of it.
        PackError: its file does not say what it must.
    """
    file = _file_of(language)
    if file is None:
        raise UnspokenError(language)
    phrasebook, faults = _read(file)
    if phrasebook is None or faults:
        raise PackError(faults)
    return phrasebook


def phrasebooks() -> list[Phrasebook]:
    """Return how people talk in every language of which that is known.

    One whose file does not say what it must is left out: games in other languages go on without it, also where it comes
    meanwhile.
    """
    found = (_read(file) for language in languages() if (file := _file_of(language)) is not None)
    return [phrasebook for phrasebook, faults in found if phrasebook is not None and not faults]


def phrasebook_faults(folder: Path) -> list[Diagnostic]:
    """Return what is wrong with what is said in the language of a folder."""
    return _look(folder / SPOKEN)[1]


def _file_of(language: str) -> Path | None:
    folder = languages().get(language)
    return file if folder is not None and (file := folder / SPOKEN).is_file() else None


@cache
def _read(file: Path) -> tuple[Phrasebook | None, list[Diagnostic]]:
    """Read a file once in a process, also where it says nothing that can be used: it is wanted for each typed line."""
    return _look(file)


def _look(file: Path) -> tuple[Phrasebook | None, list[Diagnostic]]:
    faults: list[Diagnostic] = []
    document = read(file, faults)
    return None if document is None else fitted(Phrasebook, document, faults), faults


def numerals(number: int, language: str) -> tuple[str, ...]:
    """Return the ways in which a number sounds, each spelled with hyphens: 21 is `vingt-et-un` or `vingt-et-une`.

    Raises:
        ValueError: the number is not between 0 and `MOST`.
        UnspokenError: no numbers are known in the language.
    """
    if not 0 <= number <= MOST:
        raise ValueError(f"{number} has no words here: numbers go from 0 to {MOST}")
    return phrasebook_of(language).numerals[number]


def number_of(text: str, language: str) -> int | None:
    """Return the number that these words are; None where they are none. Each hyphen may be a space."""
    return _number(text, phrasebook_of(language))


def number_in_any_language(text: str) -> int | None:
    """Return the number that these words are in a language that is spoken here; None where they are none."""
    ways = (_number(text, phrasebook) for phrasebook in phrasebooks())
    return next((number for number in ways if number is not None), None)


def _number(text: str, phrasebook: Phrasebook) -> int | None:
    return _numbers(phrasebook.numerals).get(folded(text).replace("-", " "))


@cache
def _numbers(numerals: Numerals) -> dict[str, int]:
    return {folded(said).replace("-", " "): number for number, ways in enumerate(numerals) for said in ways}
