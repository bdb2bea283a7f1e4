"""How things are named in a line: seats, cards, camps, numbers, and lists of them, each item a text of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from narrator.core.effects import Fact, Form, Term
from narrator.core.folding import folded
from narrator.story.markup import TextPart
from narrator.story.pronunciation import Pronunciation

if TYPE_CHECKING:  # the schema brings pydantic in, which words at a table do not need
    from narrator.story.words import Words


def spelled(name: str) -> str:
    """Return a name as it is compared with what somebody typed: without case and accents, with hyphens for spaces."""
    return folded(name).replace(" ", "-").replace("'", "-").replace("\N{RIGHT SINGLE QUOTATION MARK}", "-")


ADDRESSED = "addressed"
"""The form of a seat that somebody speaks to: French has no article then."""

SPACE = TextPart(" ")
"""What stands between a number and what it counts."""


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
    """The names of one table. `names` and their `respellings` are by seat; without a name a seat has its number."""

    def __init__(self, words: Words, names: Sequence[str] = (), respellings: Sequence[str] = ()) -> None:
        self._words = words
        self._names = names
        self._respellings = respellings
        self.pronunciation = Pronunciation(words.pronunciations)

    def seat(self, number: int, form: str = "") -> str:
        """Return how a seat is called: by its player's name, or by its number; `ADDRESSED` is how one speaks to it."""
        if number <= len(self._names) and self._names[number - 1]:
            return self._names[number - 1]
        return self._words.seat_forms[-1 if form == ADDRESSED else 0].replace("{number}", str(number))

    def named(self) -> tuple[TextPart, ...]:
        """Return how the seats that have a name are called and said, by their number."""
        return tuple(self._seat(number) for number, name in enumerate(self._names, start=1) if name)

    def card(self, card_id: str, form: str = "name") -> str:
        """Return the words of a card: its `name` with the article, `bare`, `many` or `reminder`."""
        words = self._words.cards.get(card_id)
        if words is None:
            raise MissingWordsError(f"{self._words.language}: the card {card_id!r} has no words")
        return str(getattr(words, form))

    @property
    def typed(self) -> dict[str, str]:
        """Return the ids of cards and compositions by what they are called here: cards with article, bare, plural."""
        cards = {
            spelled(called): card
            for card, words in self._words.cards.items()
            for called in (words.name, words.many, words.bare)
        }
        return cards | {spelled(called): id_ for id_, called in self._words.compositions.items()}

    def composition(self, name: str) -> str:
        """Return how a composition is called here; by its id where it has no name."""
        return self._words.compositions.get(name, name)

    def camp(self, camp: str) -> str:
        """Return how a camp is called."""
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
                return (self._seat(number, form) if term.form is Form.SEAT else self._text(str(number)),)
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
                return self._lists([(self._seat(number, form),) for number in range(1, cast.seats + 1)])
            case Form.CARD:
                return [(self._text(self.card(card, form or "name")),) for card in cast.cards]
            case Form.CAMP:
                return [(self._text(self.camp(camp)),) for camp in cast.camps]
            case Form.NUMBER:
                return [(self._text(str(number)),) for number in range(cast.most + 1)]
            case Form.HAND:
                single = [self._item((card, 1)) for card in cast.cards]
                return self._lists(single, [self._item((card, count)) for card, count in _counted(cast)])
            case Form.PLAYING:
                return self._lists([self._item(code) for code in cast.playing])
            case Form.TEXT:
                return []

    def _lists(
        self, items: Sequence[tuple[TextPart, ...]], later: Sequence[tuple[TextPart, ...]] = ()
    ) -> list[tuple[TextPart, ...]]:
        """Return each item alone, and all of them after another."""
        return [*items, self._joined([*items[:1], *items, *later])] if items else []

    def _seat(self, number: int, form: str = "") -> TextPart:
        name = self.seat(number, form)
        own = self._respellings[number - 1] if number <= min(len(self._respellings), len(self._names)) else ""
        return TextPart(name, spoken=own) if own and self._names[number - 1] else self._text(name)

    def _text(self, words: str) -> TextPart:
        return TextPart(words, spoken=self.pronunciation.spoken(words))

    def _item(self, item: int | str | tuple[str, int]) -> tuple[TextPart, ...]:
        """Put a seat of several, a playing card, or a card of a hand with its count, into words."""
        if isinstance(item, int):
            return (self._seat(item),)
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


def _counted(cast: Cast) -> Iterable[tuple[str, int]]:
    """Yield enough counted cards for each card and each count to be among them."""
    counts = range(2, max(cast.most, 2) + 1)
    for place in range(max(len(cast.cards), len(counts)) if cast.cards else 0):
        yield cast.cards[place % len(cast.cards)], counts[place % len(counts)]
