"""How things are named in a line: seats, cards, camps, numbers, and lists of them, each item a text of its own.

Words agree with what a line names: `{seats|one|many}`, `{count|none|one|many}`; in prompts `{nobody?words}`. They are
chosen before a line is compiled, and may have markup of their own. What is chosen depends on nothing but how many the
line's own argument names, on whether the open question takes the answer, or whether it is typed.

Words and first names that a voice would mispronounce are respelt for it. Screens keep them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import compress, product
from types import MappingProxyType
from typing import TYPE_CHECKING

from narrator.base.diagnostics import Code, MarkupError
from narrator.base.sentences import to_user
from narrator.packs.markup import Placeholder, Segment, TextPart, Utterance, compiled
from narrator.rules.core.answers import Token
from narrator.rules.core.effects import Fact, Form, Term
from narrator.rules.core.folding import folded

if TYPE_CHECKING:
    from narrator.packs.words import Words


class Pronunciation:
    """Respellings by word.

    A word counts where it stands whole, in the same letters, capitals included; an apostrophe or a hyphen ends it.
    Of two that fit, the longer one counts.
    """

    def __init__(self, respellings: Mapping[str, str]) -> None:
        self._respellings = respellings
        words = "|".join(re.escape(word) for word in sorted(respellings, key=len, reverse=True))
        self._found = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if words else None

    def spoken(self, text: str) -> str:
        """Return what a voice says for this text; nothing where it says the text itself."""
        if self._found is None:
            return ""
        said = self._found.sub(lambda found: self._respellings[found[0]], text)
        return "" if said == text else said

    def used(self, text: str) -> frozenset[str]:
        """Return the words of this text that have a respelling."""
        return frozenset() if self._found is None else frozenset(self._found.findall(text))


def spelled(name: str) -> str:
    """Return a name as it is compared with what somebody typed: without case and accents, with hyphens for spaces."""
    return folded(name).replace(" ", "-").replace("'", "-").replace("\N{RIGHT SINGLE QUOTATION MARK}", "-")


OFFICE = "office"
"""The id of the office among the names of cards."""

ADDRESSED = "addressed"
"""The form of a seat that somebody speaks to: French has no article then."""

FORMS: Mapping[Form, tuple[str, ...]] = {
    Form.SEAT: ("", ADDRESSED),
    Form.CARD: ("", "bare", "many", "reminder"),
    Form.CAMP: ("",),
    Form.NUMBER: ("",),
    Form.HAND: ("",),
    Form.PLAYING: ("",),
    Form.TEXT: ("",),
}
"""What may follow the colon in a placeholder for a value of this form."""

SPACE = TextPart(" ")
"""What stands between a number and what it counts."""


def _begins_with_vowel(word: str) -> bool:
    """Whether a number is bound to a word. An h keeps them apart in what games count: "deux | Hackeuses"."""
    return folded(word)[:1] in {*"aeiouy"}


class MissingWordsError(LookupError):
    """The pack has no words for this: it was not checked."""


@dataclass(frozen=True, slots=True)
class Cast:
    """All that the lines of one game may name: seats 1 to `seats`, cards, camps, numbers 0 to `most`, playing cards."""

    seats: int
    cards: tuple[str, ...] = ()
    camps: tuple[str, ...] = ()
    most: int = 0
    playing: tuple[str, ...] = ()


class Naming:
    """The names of one table. `names` and their `respellings` are by seat; without a name a seat has its number.

    A voice that says a name badly says the number of its seat before it, one that cannot say it at all in its place:
    `numbered` are the seats of both, and whether the name is said.
    """

    def __init__(
        self,
        words: Words,
        names: Sequence[str] = (),
        respellings: Sequence[str] = (),
        numbered: Mapping[int, bool] = MappingProxyType({}),
    ) -> None:
        self._words = words
        self._names = names
        self._respellings = respellings
        self._numbered = numbered
        self.pronunciation = Pronunciation(words.pronunciations)

    def seat(self, number: int, form: str = "") -> str:
        """Return how a seat is called: by its player's name, or by its number; `ADDRESSED` is how one speaks to it."""
        if number <= len(self._names) and self._names[number - 1]:
            return self._names[number - 1]
        return self._by_number(number, form)

    def _by_number(self, number: int, form: str) -> str:
        return self._words.seat_forms[-1 if form == ADDRESSED else 0].replace("{number}", str(number))

    def named_seats(self) -> tuple[tuple[int, TextPart], ...]:
        """Return the seats that have a name, and how they are called and said."""
        return tuple((number, self._name(number, name)) for number, name in enumerate(self._names, start=1) if name)

    def card(self, card_id: str, form: str = "name") -> str:
        """Return the words of a card: its `name` with the article, `bare`, `many` or `reminder`."""
        words = self._words.cards.get(card_id)
        if words is None:
            raise MissingWordsError(f"{self._words.language}: the card {card_id!r} has no words")
        return str(getattr(words, form))

    @property
    def typed(self) -> dict[str, tuple[str, ...]]:
        """Return what cards, compositions and the office are called by whoever types, by their ids."""
        own, foreign = self._words.called, self._words.foreign
        return {id_: (*own.get(id_, ()), *foreign.get(id_, ())) for id_ in (*own, *foreign)}

    def composition(self, name: str) -> str:
        """Return how a composition is called here; by its id where it has no name."""
        return self._words.compositions.get(name, name)

    def camp(self, camp: str) -> str:
        words = self._words.camps.get(camp)
        if words is None:
            raise MissingWordsError(f"{self._words.language}: the camp {camp!r} has no words")
        return words.name

    def playing(self, code: str) -> str:
        """Return the name of a playing card: `KS` is the king of spades."""
        words = self._words.playing
        rank, suit = words.ranks[code[:-1]], words.suits[code[-1]]
        return words.card.replace("{rank}", rank).replace("{suit}", suit)

    def quantity(self, term: Term | Fact) -> int:
        """Return how many a value names: a number itself, as many as a list or a hand has, one of anything else."""
        match term.value:
            case int(number) if term.form is Form.NUMBER:
                return number
            case tuple(items):
                return sum(item[1] if isinstance(item, tuple) else 1 for item in items)
            case _:
                return 1

    def value(self, term: Term | Fact, form: str) -> tuple[TextPart, ...]:
        """Return a value in words. `form` is what the placeholder asks of a card or a seat."""
        match term.value:
            case int(number):
                return self._seat(number, form) if term.form is Form.SEAT else (self._text(str(number)),)
            case str(text) if term.form is Form.TEXT:
                return (self._text(text),)
            case str(name):
                return (self._text(self.camp(name) if term.form is Form.CAMP else self.card(name, form or "name")),)
            case tuple(items):
                return self._joined([self._item(item) for item in items])

    def ways(self, kind: Form, form: str, cast: Cast) -> list[tuple[TextPart, ...]]:
        """Return fillings of a placeholder that hold, together, every text that any filling can hold.

        Whatever can come first does so in one of them; the last has all that can stand further on in a list. Words
        that somebody writes in the course of a game are not known before.
        """
        match kind:
            case Form.SEAT:
                return self._lists([self._seat(number, form) for number in range(1, cast.seats + 1)])
            case Form.CARD:
                return [(self._text(self.card(card, form or "name")),) for card in cast.cards]
            case Form.CAMP:
                return [(self._text(self.camp(camp)),) for camp in cast.camps]
            case Form.NUMBER:
                return [(self._text(str(number)),) for number in range(cast.most + 1)]
            case Form.HAND:
                single = [self._item((card, 1)) for card in cast.cards]
                return self._lists(single, [self._item(pair) for pair in self._hands(cast)])
            case Form.PLAYING:
                return self._lists([self._item(code) for code in cast.playing])
            case Form.TEXT:
                return []

    def counting(self, utterance: Utterance) -> Utterance:
        """Return what is said with its numbers as a voice says them before what they count: "six" and "six loups"."""
        return tuple(
            replace(part, spoken=self._before(part.text, utterance[at + 1 : at + 3]) or part.spoken)
            if isinstance(part, TextPart) and part.text.isdecimal()
            else part
            for at, part in enumerate(utterance)
        )

    def _before(self, number: str, after: Sequence[Segment]) -> str:
        """Return how a number is said before these words; empty where that is as it is said alone."""
        words = "".join(part.text if isinstance(part, TextPart) else "." for part in after)
        following = words.split(maxsplit=1)
        if not words.startswith(" ") or not following or following[0] in self._words.counting.apart:
            return ""
        if not following[0][0].isalpha():
            return ""
        counting = self._words.counting
        forms = counting.vowel if _begins_with_vowel(following[0]) else counting.consonant
        return forms.get(number, "")

    def _hands(self, cast: Cast) -> Iterator[tuple[str, int]]:
        """Yield enough counted cards for each card and, before a vowel and a consonant, each count to be among them."""
        counts = range(2, max(cast.most, 2) + 1)
        for begins in (True, False):
            cards = [card for card in cast.cards if _begins_with_vowel(self.card(card, "many")) is begins]
            for place in range(max(len(cards), len(counts)) if cards else 0):
                yield cards[place % len(cards)], counts[place % len(counts)]

    def _lists(
        self, items: Sequence[tuple[TextPart, ...]], later: Sequence[tuple[TextPart, ...]] = ()
    ) -> list[tuple[TextPart, ...]]:
        """Return each item alone, and all of them after another."""
        return [*items, self._joined([*items[:1], *items, *later])] if items else []

    def _seat(self, number: int, form: str = "") -> tuple[TextPart, ...]:
        name = self.seat(number, form)
        if number not in self._numbered:
            return (self._name(number, name),)
        by_number = self._by_number(number, form)
        by_number = self.pronunciation.spoken(by_number) or by_number
        if not self._numbered[number]:
            return (TextPart(name, spoken=by_number),)
        return TextPart("", spoken=by_number), TextPart("", spoken=", "), self._name(number, name)

    def _name(self, number: int, name: str) -> TextPart:
        own = self._respellings[number - 1] if number <= min(len(self._respellings), len(self._names)) else ""
        return TextPart(name, spoken=own) if own and self._names[number - 1] else self._text(name)

    def _text(self, words: str) -> TextPart:
        return TextPart(words, spoken=self.pronunciation.spoken(words))

    def _item(self, item: int | str | tuple[str, int]) -> tuple[TextPart, ...]:
        """Put a seat of several, a playing card, or a card of a hand with its count, into words."""
        if isinstance(item, int):
            return self._seat(item)
        if isinstance(item, str):
            return (self._text(self.playing(item)),)
        card, count = item
        if count == 1:
            return (self._text(self.card(card)),)
        return (self._text(str(count)), SPACE, self._text(self.card(card, "many")))

    def _joined(self, items: Sequence[tuple[TextPart, ...]]) -> tuple[TextPart, ...]:
        """Enumerate: commas, and a word before the last."""
        joins = self._words.joins
        words: list[TextPart] = []
        for left, item in zip(range(len(items) - 1, -1, -1), items, strict=True):
            words += item
            if left:
                words.append(self._text(joins.comma if left > 1 else joins.last))
        return tuple(words)


ANSWER_IDS = {token: "nobody" if token is Token.NOBODY else token.value for token in Token}
"""The answers that are words, each with the id that it has in the words files and on pages."""

TYPED = "typed"
"""The condition of words that are an example of what is typed: a surface that is touched shows none."""

CONDITIONS = (*ANSWER_IDS.values(), TYPED)
"""All on which words of a prompt may depend."""

COUNTS = (0, 1, 2)
"""So many, so that each wording is chosen for one of them: none, one, and all that are more."""

WORDS = r"(?:[^{}]|\{[^{}|?]*\})*"
"""Words with placeholders in them, and no agreement inside an agreement."""

AGREEMENT = re.compile(rf"\{{(?P<name>[a-z_]+)\|(?P<ways>{WORDS})\}}")
OFFER = re.compile(rf"\{{(?P<answer>[a-z_]+)\?(?P<words>{WORDS})\}}")


def counted(text: str) -> tuple[str, ...]:
    """Return the names that words of this line agree with, each once."""
    return tuple(dict.fromkeys(found["name"] for found in AGREEMENT.finditer(text)))


def offers(text: str) -> tuple[str, ...]:
    """Return the conditions on which words of this prompt depend, each once."""
    return tuple(dict.fromkeys(found["answer"] for found in OFFER.finditer(text)))


def agreed(text: str, counts: Mapping[str, int], singular: Collection[int]) -> str:
    """Return a line with the words for so many of each name. `singular` are the numbers that take those for one.

    Raises:
        MarkupError: there are not two wordings, or three.
    """

    def chosen(found: re.Match[str]) -> str:
        ways = found["ways"].split("|")
        if len(ways) not in (2, 3):
            remedy = to_user("check.agreement.mend", name=found["name"])
            raise MarkupError(Code.AGREEMENT, to_user("check.agreement", text=found[0]), remedy)
        count = counts[found["name"]]
        if len(ways) == len(COUNTS) and not count:
            return ways[0]
        return ways[-2] if count in singular else ways[-1]

    return AGREEMENT.sub(chosen, text)


def offered(text: str, answers: Collection[str]) -> str:
    """Return a prompt with the words for those answers that its question takes, and other conditions that hold."""
    return OFFER.sub(lambda found: found["words"] if found["answer"] in answers else "", text)


def readings(text: str, singular: Collection[int] = (1,)) -> Iterator[str]:
    """Yield, once each, what a line or a prompt can read, whatever it names and whatever may be answered.

    Raises:
        MarkupError: an agreement has not two wordings, or three.
    """
    names, answers = counted(text), offers(text)
    for_counts = (dict(zip(names, counts, strict=True)) for counts in product(COUNTS, repeat=len(names)))
    read = (agreed(text, counts, singular) for counts in for_counts)
    for answer in answers:
        if answer not in CONDITIONS:
            remedy = to_user("check.one_of", names=", ".join(sorted(CONDITIONS)))
            raise MarkupError(Code.OFFER, to_user("check.answer", name=answer), remedy)
    taken = [{*compress(answers, takes)} for takes in product((True, False), repeat=len(answers))]
    yield from dict.fromkeys(offered(reading, answered) for reading in read for answered in taken)


@lru_cache(maxsize=1 << 14)
def named_in(text: str) -> tuple[tuple[Placeholder, ...], ...]:
    """Return what each reading of a line or a prompt names. A text of the shared words is looked at for each game.

    Raises:
        MarkupError: some of its markup means nothing.
    """
    return tuple(compiled(reading).placeholders for reading in readings(text))
