"""Reads a typed line as an entry: an order, an answer to the open question, or the reason why it is neither.

Case and accents are optional. A seat is a number or any unambiguous beginning of a first name. The keys of a numeric
keypad work everywhere: `+` next, `-` undo, `*` repeat, `/` help, `.` nobody. It has no letters: an answer that is a
word is keyed by its place among the question's, yes before no, and a card by its place among those of the game; 0
keeps the card that one has, and before a card where diamonds are counted too; alone there, it means empty pockets.

A word that is an order and also how a first name begins is asked about, but for orders that only tell something. With
a bar before it, as in `/pause`, it is the order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from narrator.core.answers import (
    KEEP,
    NOBODY,
    SILENT,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Refusal,
    Seats,
    Text,
    Tie,
    Token,
)
from narrator.core.effects import Ask
from narrator.core.folding import folded
from narrator.core.play import choices_of
from narrator.inbox.inbox import Entry, Inbox, Misread, Order, Reply
from narrator.language.table_words import TableWords
from narrator.resources import languages
from narrator.story.sentences import PROGRAM, sentences

KEYPAD = {"+": Order.NEXT, "-": Order.UNDO, "*": Order.REPEAT, "/": Order.HELP}
BAR = "/"
TELLING = (Order.HELP, Order.REPEAT, Order.STATE)
"""Orders that do no harm if they were not meant."""

SPACES = re.compile(r"[\s.]+")
LONGEST = 9
"""The most digits that a number may have."""
OF_A_NAME = 4
"""The fewest letters within the name of a card that stand for it: an article says nothing."""


class LineReader(Protocol):
    """Makes lines into entries."""

    def read(self, line: str, inbox: Inbox) -> Entry:
        """Read a line for the question that is open now."""
        ...


class Reader:
    """Reads what is typed at one table."""

    def __init__(self, table_words: TableWords) -> None:
        # Whoever types may be of another language than the game.
        joins = "|".join(map(re.escape, _typed("typed.and")))
        self._between = re.compile(rf"[,;&+/]+|\b(?:{joins})\b")
        self._diamonds = _typed("typed.diamonds")
        self._empty = _typed("typed.empty", ", ")
        self._orders = {folded(phrase): order for phrase, order in table_words.orders()}
        self._leave = [folded(phrase) for phrase in table_words.leaves]
        self._tokens = {folded(phrase): token for phrase, token in table_words.tokens()}
        self._ties = [folded(phrase) for phrase in table_words.ties]
        self._denounce = [folded(phrase) for phrase in table_words.denounces]
        self._players = table_words.players
        self._names = [folded(name) for name in table_words.names]
        self._cards = {card: [folded(name) for name in (card, *spoken)] for card, spoken in table_words.cards.items()}

    def read(self, line: str, inbox: Inbox) -> Entry:
        """Read a line for the question that is open now."""
        text = folded(line)
        question = inbox.question
        choices = None if question is None else choices_of(question)
        if text in KEYPAD:
            return KEYPAD[text]
        if not text:
            passes = question is None or question.public or Token.DONE in choices_of(question).words
            return Order.NEXT if passes else Misread(Refusal.EMPTY)
        if text.startswith(BAR) and (order := self._orders.get(text.removeprefix(BAR).strip())) is not None:
            return order
        answer = self._answer(text, line.strip(), choices)
        if text in self._orders and not self._means(text, answer, choices):
            order = self._orders[text]
            return Misread(Refusal.ORDER) if order not in TELLING and self._begins(text, question) else order
        return Misread(answer) if isinstance(answer, Refusal) else Reply(answer)

    def _means(self, text: str, answer: Answer | Refusal, choices: Choices | None) -> bool:
        """Whether a word that is also an order answers the question, and not only as the beginning of a name."""
        if choices is None:
            return False
        if isinstance(answer, Card):
            return text in self._cards.get(answer.card, ())
        return answer in choices.words or (bool(choices.seats) and text in self._names)

    def _begins(self, text: str, question: Ask | None) -> bool:
        """Whether a word may be the beginning of a first name here.

        By night, and while nothing is asked, it may always be: whether somebody is asked then, and what, is a secret,
        and an order that is carried out is not (law 1).
        """
        public = question is not None and question.public
        if question is not None and public and not choices_of(question).seats:
            return False
        return any(name.startswith(text) and name != text for name in self._names)

    def _answer(self, text: str, written: str, choices: Choices | None) -> Answer | Refusal:
        for phrase in self._leave:
            if text.startswith(phrase + " "):
                seats = self._seats(text.removeprefix(phrase))
                return Leave(seats[0]) if isinstance(seats, tuple) and len(seats) == 1 else Refusal.UNKNOWN_SEAT
        if text in self._leave:
            return Refusal.LEAVER
        if choices is None:
            return Refusal.UNREADABLE
        if (word := self._word(text, choices)) is not None:
            return word
        if choices.kind is Kind.TEXT:
            return Text(written)
        if (keyed := self._keyed(text, choices)) is not None:
            return keyed
        if choices.kind is Kind.NUMBER:
            number = _number(text)
            return self._tokens.get(text, Refusal.NUMBER) if number is None else Number(number)
        if choices.kind is Kind.TAKE and (count := self._diamonds_in(text)) is not None:
            return Diamonds(count)
        if choices.cards:
            return self._card(text, choices)
        return self._seat_answer(text, choices)

    def _word(self, text: str, choices: Choices) -> Answer | None:
        """Read a word that is an answer here; None where it is none, or not alone."""
        token = NOBODY if text == "." else self._tokens.get(text)
        if choices.nothing is not None and (token is NOBODY or text == "0" or text in self._empty):
            return Card(choices.nothing)
        return token if token in choices.words or text == "." else None

    def _keyed(self, text: str, choices: Choices) -> Answer | None:
        """Read digits in place of a word or of a card; None where they are neither, or a number themselves."""
        if not re.fullmatch(r"\d{1,2}", text):
            return None
        words = [word for word in choices.words if word is not SILENT]
        if choices.kind is Kind.YES_NO:
            return words[int(text) - 1] if 0 < int(text) <= len(words) else None
        if choices.kind is Kind.CARD and int(text) == 0 and KEEP in words:
            return KEEP
        if choices.kind is Kind.CARD or (choices.kind is Kind.TAKE and text.startswith("0")):
            cards = [*self._cards]
            return Card(cards[int(text) - 1]) if 0 < int(text) <= len(cards) else None
        return None

    def _diamonds_in(self, text: str) -> int | None:
        """Read how many diamonds; the word for them may be left out."""
        for word in self._diamonds:
            text = text.removesuffix(word)
        return _number(text.strip())

    def _card(self, text: str, choices: Choices) -> Answer | Refusal:
        found = self._called(text, choices.cards)
        if len(found) == 1:
            return Card(found[0])
        if found:
            return Refusal.AMBIGUOUS
        return self._tokens.get(text, Refusal.CARD if self._called(text, self._cards) else Refusal.UNREADABLE)

    def _called(self, text: str, cards: Iterable[str]) -> list[str]:
        """Return which cards a text names: whole, or else by its beginning, or else by whole words within it."""
        names = {card: self._cards.get(card, [folded(card)]) for card in cards}
        within = f" {text} " if len(text) >= OF_A_NAME else None
        for means in (
            lambda name: name == text,
            lambda name: bool(text) and name.startswith(text),
            lambda name: within is not None and within in f" {name} ",
        ):
            if found := [card for card, its in names.items() if any(map(means, its))]:
                return found
        return []

    def _seat_answer(self, text: str, choices: Choices) -> Answer | Refusal:
        if not choices.seats:
            return self._tokens.get(text, Refusal.WORD)
        for phrase in self._denounce:
            text = text.removeprefix(phrase + " ")
        clear, tied = self._split_tie(text)
        seats = self._seats(text if tied is None else tied)
        if isinstance(seats, Refusal):
            return seats if seats is Refusal.AMBIGUOUS else self._tokens.get(text, seats)
        if choices.ties and (tied is not None or len(seats) > choices.count[1]):
            first = self._seat(clear) if clear else None
            return first if isinstance(first, Refusal) else Tie(tuple(sorted(seats)), first)
        return Seats(seats)

    def _split_tie(self, text: str) -> tuple[str, str | None]:
        """Split `4 égalité 7 9` into the clear seat, which may be missing, and the tied: None where no tie is said."""
        for phrase in self._ties:
            found = re.fullmatch(rf"(.*?)\b{re.escape(phrase)}\b(.+)", text)
            if found and text not in self._names:
                return found[1].strip(" ,;"), found[2]
        return "", None

    def _seats(self, text: str) -> tuple[int, ...] | Refusal:
        """Read one or several seats; a whole first name may hold spaces and hyphens."""
        whole = self._seat(text.strip())
        if isinstance(whole, int):
            return (whole,)
        seats: list[int] = []
        for part in self._parts(text):
            found = self._seat(part)
            if isinstance(found, Refusal):
                return found
            seats.append(found)
        return tuple(seats) or Refusal.UNREADABLE

    def _parts(self, text: str) -> Iterator[str]:
        """Split a text into what stands for a seat each."""
        for part in self._between.split(text):
            if part.strip() in self._names:
                yield part.strip()
            else:
                yield from (word for word in SPACES.split(part) if word)

    def _seat(self, text: str) -> int | Refusal:
        if text.isdecimal():
            number = _number(text)
            return Refusal.UNKNOWN_SEAT if number is None or not 1 <= number <= self._players else number
        for meant in (
            [seat for seat, name in enumerate(self._names, start=1) if text and name == text],
            [seat for seat, name in enumerate(self._names, start=1) if text and name.startswith(text)],
        ):
            if meant:
                return meant[0] if len(meant) == 1 else Refusal.AMBIGUOUS
        return Refusal.UNKNOWN_SEAT if self._names else Refusal.UNREADABLE


def _typed(id_: str, between: str | None = None) -> tuple[str, ...]:
    """Return the words, or what stands `between` signs, of every language for what may be typed."""
    told = (sentences(PROGRAM, language)[id_] for language in languages())
    return tuple(dict.fromkeys(folded(word) for words in told for word in words.split(between)))


def _number(text: str) -> int | None:
    """Read a number, in digits or in words; None where it is none, or longer than any that is asked for."""
    if text.isdecimal():
        return int(text) if len(text) <= LONGEST else None
    from narrator.language.numerals import number_in_any_language  # needs pydantic, without which the doctor reads keys

    return number_in_any_language(text)
