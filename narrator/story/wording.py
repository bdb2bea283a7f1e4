"""From line ids to words, in one language: what is spoken, shown, captioned and asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from narrator.core.effects import Ask, Fact, Form, Say, Term, Terms
from narrator.core.lots import variant
from narrator.story.markup import Placeholder, Template, Text, Utterance, caption, compiled, runs

if TYPE_CHECKING:  # the schema brings pydantic in, which words at a table do not need
    from narrator.story.words import Words

PACE = 14.0
"""Characters spoken in a second at normal pace: an estimate, the clock of rehearsals."""

SPACE = Text(" ")
"""What stands between a number and what it counts."""

Filling = Mapping[str, Term | Fact]


class MissingWordsError(LookupError):
    """The pack has no words for this: it was not checked."""


class Wording:
    """The words of a pack for one table. `names` are by seat; an empty name leaves the seat its number.

    `seed` is public: with the line and its occurrence it chooses the variant.
    """

    def __init__(self, words: Words, names: tuple[str, ...] = (), seed: int = 0) -> None:
        self._words = words
        self._names = names
        self._seed = seed
        self._lines: dict[str, tuple[Template, ...]] = {}
        self._prompts: dict[str, Template] = {}

    def spoken(self, say: Say) -> Utterance:
        """Return what is said: texts and silences, in the variant that is this occurrence's turn."""
        variants = self._variants(say.line)
        chosen = variants[variant(self._seed, say.line, say.occurrence, len(variants))]
        return self._filled(chosen, dict(say.args))

    def shown(self, line: str, terms: Terms) -> str:
        """Return a private line as text, without its pauses."""
        return caption(self._filled(self._variants(line)[0], dict(terms)))

    def line(self, line_id: str, **terms: Term) -> str:
        """Return a line of the session as text."""
        return self.shown(line_id, tuple(terms.items()))

    def prompt(self, ask: Ask) -> str:
        """Return the short text that stands on a screen while a question is open."""
        if ask.question not in self._prompts:
            text = self._words.prompts.get(ask.question)
            if text is None:
                raise MissingWordsError(f"{self._words.language}: the question {ask.question!r} has no prompt")
            self._prompts[ask.question] = compiled(text)
        about = {} if ask.about is None else {"seat": Term(Form.SEAT, ask.about)}
        return caption(self._filled(self._prompts[ask.question], about))

    def caption(self, utterance: Utterance) -> str:
        """Return what is spoken as it stands on a screen."""
        return caption(utterance)

    def seconds(self, utterance: Utterance) -> float:
        """Return how long an utterance takes: an estimate, its silences included."""
        return sum(
            sum(len(text.text) / text.style.pace for text in run) / PACE if isinstance(run, tuple) else run.seconds
            for run in runs(utterance)
        )

    def seat(self, number: int) -> str:
        """Return how a seat is called: by its player's name, or by its number."""
        if number <= len(self._names) and self._names[number - 1]:
            return self._names[number - 1]
        return self._words.seat.replace("{number}", str(number))

    def card(self, card_id: str, form: str = "name") -> str:
        """Return the words of a card: its `name` with the article, `bare`, `many` or `reminder`."""
        words = self._words.cards.get(card_id)
        if words is None:
            raise MissingWordsError(f"{self._words.language}: the card {card_id!r} has no words")
        return str(getattr(words, form))

    def _variants(self, line: str) -> tuple[Template, ...]:
        if line not in self._lines:
            texts = self._words.lines.get(line)
            if texts is None:
                raise MissingWordsError(f"{self._words.language}: the line {line!r} has no words")
            self._lines[line] = tuple(compiled(text) for text in texts)
        return self._lines[line]

    def _filled(self, template: Template, values: Filling) -> Utterance:
        def filling(placeholder: Placeholder) -> tuple[Text, ...]:
            value = values.get(placeholder.name)
            if value is None:
                raise MissingWordsError(f"{self._words.language}: nothing to put into {placeholder}")
            return self._value(value, placeholder.form)

        return template.filled(filling)

    def _value(self, term: Term | Fact, form: str) -> tuple[Text, ...]:
        """Put a value into words, each of its items a text of its own."""
        match term.value:
            case int(number):
                return (Text(self.seat(number) if term.form is Form.SEAT else str(number)),)
            case str(text) if term.form is Form.TEXT:
                return (Text(text),)
            case str(name):
                return (Text(self._camp(name) if term.form is Form.CAMP else self.card(name, form or "name")),)
            case tuple(items):
                return self._joined([self._item(item) for item in items])

    def playing(self, code: str) -> str:
        """Return the name of a playing card: `KS` is the king of spades."""
        words = self._words.playing
        rank, suit = words.ranks[code[:-1]], words.suits[code[-1]]
        return words.card.replace("{rank}", rank).replace("{suit}", suit)

    def _item(self, item: int | str | tuple[str, int]) -> tuple[Text, ...]:
        """Put a seat of several, a playing card, or a card of a hand with its count, into words."""
        if isinstance(item, int):
            return (Text(self.seat(item)),)
        if isinstance(item, str):
            return (Text(self.playing(item)),)
        card, count = item
        return (Text(self.card(card)),) if count == 1 else (Text(str(count)), SPACE, Text(self.card(card, "many")))

    def _camp(self, camp: str) -> str:
        words = self._words.camps.get(camp)
        if words is None:
            raise MissingWordsError(f"{self._words.language}: the camp {camp!r} has no words")
        return words.name

    def _joined(self, items: list[tuple[Text, ...]]) -> tuple[Text, ...]:
        """Enumerate: commas, and a word before the last."""
        joins = self._words.joins
        words: list[Text] = []
        for left, item in zip(range(len(items) - 1, -1, -1), items, strict=True):
            words += item
            if left:
                words.append(Text(joins.comma if left > 1 else joins.last))
        return tuple(words)
