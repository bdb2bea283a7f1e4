"""Reads a typed line as an entry: an order, an answer to the open question, or the reason why it is neither.

Case and accents are optional, and politeness may stand around an answer. A seat is a number, in digits or words, or any
unambiguous beginning of a first name. The keys of a numeric keypad work everywhere: `+` next, `-` undo, `*` repeat,
`/` help, `.` nobody. It has no letters: an answer that is a word is keyed by its place among the question's, yes before
no, and a card by its place among those of the game; 0 keeps the card that one has, and before a card where diamonds are
counted too; alone there, it means empty pockets.

A debate is no vote: a seat alone that people type denounces nobody, unless their keys have no letters.

A word that is an order and also how a first name begins is asked about, but for orders that only tell something. With
a bar before it, as in `/pause`, it is the order.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Protocol

from narrator.base.resources import languages
from narrator.base.sentences import PROGRAM, sentences
from narrator.rules.core.answers import (
    HYMN,
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
from narrator.rules.core.effects import Ask, Unit, Verb
from narrator.rules.core.folding import folded, plain
from narrator.rules.core.play import choices_of
from narrator.table.inbox.entry import Entry, Misread, Order, Reply, StateTyped, Unread
from narrator.table.inbox.moment import Moment
from narrator.table.language.table_words import TableWords, cards_called

KEYPAD = {"+": Order.NEXT, "-": Order.UNDO, "*": Order.REPEAT, "/": Order.HELP, "?": Order.HELP}
BAR = "/"
TELLING = (Order.HELP, Order.REPEAT, Order.STATE, StateTyped())
"""Orders that do no harm if they were not meant."""

LONGEST_LINE = 6000
"""So many letters nobody types at once, not even the names of forty: a longer line is none, and costs no time."""


class LineSource(Enum):
    """Where lines come from."""

    KEYBOARD = "keyboard"
    PAD = "pad"  # people too, on keys without letters
    FILE = "file"  # or another program: it means what it says


class LineReader(Protocol):
    """Makes lines into entries."""

    def read(self, line: str, moment: Moment) -> Entry:
        """Read a line for the moment at which it was ended."""


class Reader:
    """Reads what is typed at one table."""

    def __init__(
        self,
        table_words: TableWords,
        source: LineSource = LineSource.KEYBOARD,
        changes: Callable[[str], bool] = lambda _line: False,
    ) -> None:
        """Read in these words. `changes` tells whether a line says who plays the next game, as `sans Gwen`."""
        self._changes = changes
        self._same = frozenset(map(folded, typed_words("typed.same", ",")))
        # They need pydantic, without which the doctor reads keys.
        from narrator.table.language.typed_talk import TypedSeats, TypedTalk, number_typed

        self._source = source
        self._number = number_typed
        self._talk = talk = TypedTalk(table_words.language)
        self._seats = TypedSeats(table_words.players, table_words.names, typed_words("typed.and"), talk)
        self._empty = typed_words("typed.empty", ", ")
        self._back = typed_words("typed.back")
        own = source is LineSource.KEYBOARD
        self._orders: dict[str, Order | StateTyped] = {
            plain(phrase): StateTyped() if own and order is Order.STATE else order
            for phrase, order in table_words.orders()
        }
        self._leave = [plain(phrase) for phrase in table_words.leaves]
        self._tokens = {plain(phrase): token for phrase, token in table_words.tokens()}
        self._ties = sorted((*talk.ties, *map(plain, table_words.ties)), key=len, reverse=True)
        self._denounce = [plain(phrase) for phrase in table_words.denounces]
        self._names = [plain(name) for name in table_words.names]
        self._cards = table_words.cards

    def read(self, line: str, moment: Moment) -> Entry:
        """Read a line: what it does in public depends on the moment alone (law 9)."""
        if len(line) > LONGEST_LINE:
            return Misread(Refusal.UNREADABLE)
        text = plain(line)
        if moment.paused:
            return self._read_paused(text)
        if moment.calling and (not text or KEYPAD.get(text) in (Order.NEXT, Order.UNDO)):
            return Misread(Refusal.EMPTY)  # too early to go on in a window, or back
        if moment.secret:
            order = self._ordered(text)
            named = not text.startswith(BAR) and any(name.startswith(text) for name in self._names)
            return order if order in (Order.PAUSE, Order.QUIT) and not named else Unread(partial(self.answer, line))
        return self.answer(line, moment.asked)

    def _read_paused(self, text: str) -> Entry:
        """Read a line while the game stands still: whatever means to go on ends that."""
        order = KEYPAD.get(text) or self._ordered(text)
        done = self._tokens.get(text) is Token.DONE or text in self._talk.answers.get(Token.DONE, ())
        if not text or done or order in (Order.NEXT, Order.RESUME):
            return Order.RESUME
        return order or Misread(Refusal.UNREADABLE)

    def _ordered(self, text: str) -> Order | StateTyped | None:
        return self._orders.get(text.removeprefix(BAR).strip())

    def answer(self, line: str, question: Ask | None) -> Entry:
        """Read a line for a question, or where none is open."""
        text = plain(line)
        if text in KEYPAD:
            return KEYPAD[text]
        if not text:
            passes = question is None or question.public or Token.DONE in choices_of(question).words
            return Order.NEXT if passes else Misread(Refusal.EMPTY)
        if question is not None and question.encore:
            if folded(text) in self._same:
                return Reply(Token.YES)
            if self._changes(line):
                return Reply(Text(line.strip()))
        if text.startswith(BAR) and (order := self._ordered(text)) is not None:
            return order
        entry = self._entry(text, line.strip(), question)
        if question is None or choices_of(question).kind is Kind.TEXT:
            return entry
        for core in self._talk.cores(text):
            if not isinstance(entry, Misread) or entry.refusal is Refusal.AMBIGUOUS:
                break
            found = self._entry(core, core, question)
            departs = isinstance(found, Reply) and isinstance(found.answer, Leave)
            # What is carried out by night must be so at every question, also where free words are asked for (law 1).
            if question.public or not (isinstance(found, Order | StateTyped) or departs):
                entry = found
        return entry

    def _entry(self, text: str, written: str, question: Ask | None) -> Entry:
        """Read a text as a whole."""
        choices = None if question is None else choices_of(question)
        answer = self._answer(text, written, question)
        if text in self._orders and not self._means(text, answer, choices):
            order = self._orders[text]
            return Misread(Refusal.ORDER) if order not in TELLING and self._begins(text, question) else order
        if isinstance(answer, Refusal):
            return Misread(Refusal.BACK if text in self._back else answer)
        if self._source is LineSource.KEYBOARD and question is not None and question.aloud.verb is Verb.DENOUNCE:
            said = any(f" {phrase} " in f" {text} " for phrase in self._denounce)
            if isinstance(answer, Seats) and not said:
                return Misread(Refusal.DENOUNCE)
        return Reply(answer, certain=self._source is LineSource.FILE)

    def _means(self, text: str, answer: Answer | Refusal, choices: Choices | None) -> bool:
        """Whether a word that is also an order answers the question, and not only as the beginning of a name."""
        if choices is None:
            return False
        if isinstance(answer, Card):
            return text in map(plain, (answer.card, *self._cards.get(answer.card, ())))
        return answer in choices.words or (bool(choices.seats) and text in self._names)

    def _begins(self, text: str, question: Ask | None) -> bool:
        """Whether a word may be a first name here, or the beginning of one.

        By night, and while nothing is asked, it may always be: whether somebody is asked then, and what, is a secret,
        and an order that is carried out is not (law 1).
        """
        public = question is not None and question.public
        if question is not None and public and not choices_of(question).seats:
            return False
        return any(name.startswith(text) for name in self._names)

    def _answer(self, text: str, written: str, question: Ask | None) -> Answer | Refusal:
        for phrase in self._leave:
            if text.startswith(phrase + " "):
                seats = self._seats.read(text.removeprefix(phrase + " "))
                if isinstance(seats, Refusal):
                    return seats
                return Leave(seats[0]) if len(seats) == 1 else Refusal.LEAVER
        if text in self._leave:
            return Refusal.LEAVER
        if question is None:  # whoever sings sings, whatever is asked
            return HYMN if self._tokens.get(text) is HYMN else Refusal.UNREADABLE
        choices = choices_of(question)
        if (word := self._word(text, choices)) is not None:
            return word
        if choices.kind is Kind.TEXT:
            return Text(written)
        if (keyed := self._keyed(text, choices)) is not None:
            return keyed
        if choices.kind is Kind.NUMBER:
            return self._number_answer(text, question.aloud.unit)
        if choices.kind is Kind.TAKE and (count := self._counted(text, Unit.DIAMONDS)) is not None:
            return Diamonds(count)
        if choices.cards:
            return self._card(text, choices)
        return self._seat_answer(text, choices)

    def _word(self, text: str, choices: Choices) -> Answer | None:
        """Read a word that is an answer here; None where it is none, or not alone."""
        token = NOBODY if text == "." else self._tokens.get(text)
        named = bool(choices.seats) and any(name.startswith(text) for name in self._names)
        if token not in choices.words and choices.kind is not Kind.TEXT and not named:
            token = next((word for word in choices.words if text in self._talk.answers.get(word, ())), token)
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

    def _number_answer(self, text: str, unit: Unit | None) -> Answer | Refusal:
        """Read a number; a word for nobody or nothing, where it is no answer itself, is none of what is counted."""
        number = self._counted(text, unit)
        if number is not None:
            return Number(number)
        token = self._tokens.get(text, Refusal.NUMBER)
        return Number(0) if token is NOBODY or text in self._empty else token

    def _counted(self, text: str, unit: Unit | None) -> int | None:
        """Read how many; the word for what is counted may be left out."""
        for word in () if unit is None else self._talk.units[unit]:
            text = text.removesuffix(word)
        return self._number(text.strip())

    def _card(self, text: str, choices: Choices) -> Answer | Refusal:
        found = cards_called(text, {card: self._cards.get(card, ()) for card in choices.cards})
        if len(found) == 1:
            return Card(found[0])
        if found:
            return Refusal.AMBIGUOUS
        other = cards_called(text, self._cards)
        return self._tokens.get(text, Refusal.CARD if other else Refusal.UNREADABLE)

    def _seat_answer(self, text: str, choices: Choices) -> Answer | Refusal:
        if not choices.seats:
            return self._tokens.get(text, Refusal.WORD)
        for phrase in self._denounce:
            text = text.removeprefix(phrase + " ")
        clear, tied = self._split_tie(text)
        seats = self._seats.read(text if tied is None else tied)
        if isinstance(seats, Refusal):
            if choices.ties and text in self._ties and seats is not Refusal.AMBIGUOUS:
                return Refusal.TIE_OF_TWO
            return seats if seats is Refusal.AMBIGUOUS else self._tokens.get(text, seats)
        if choices.ties and (tied is not None or len(seats) > choices.count[1]):
            first = self._seats.read(clear) if clear else ()
            if isinstance(first, Refusal):
                return first
            return Tie(tuple(sorted(seats)), *first) if len(first) <= 1 else Refusal.COUNT
        return Seats(seats)

    def _split_tie(self, text: str) -> tuple[str, str | None]:
        """Split `4 égalité 7 9` into the clear seat, which may be missing, and the tied: None where no tie is said."""
        if text in self._names:
            return "", None
        for phrase in self._talk.even:
            if text.endswith(f" {phrase}"):
                return "", text.removesuffix(phrase)
        for phrase in self._ties:
            if found := re.fullmatch(rf"(.*?)\b{re.escape(phrase)}\b(.+)", text):
                clear = found[1].strip(" ,;")
                return "" if f"{clear} " in self._talk.articles else clear, found[2].strip()
        return "", None


def ways_said(id_: str, language: str) -> tuple[str, ...]:
    """Return the phrases for something in a language, as they are written."""
    return tuple(way.strip() for way in sentences(PROGRAM, language)[f"typed.{id_}"].split(","))


def ways_typed(id_: str, language: str) -> tuple[str, ...]:
    """Return the phrases that may be typed for something in a language, folded, the longest first."""
    return tuple(sorted(map(folded, ways_said(id_, language)), key=len, reverse=True))


def typed_words(id_: str, between: str | None = None) -> tuple[str, ...]:
    """Return the words, or what stands `between` signs, of every language for what may be typed.

    Whoever types may be of another language than the game.
    """
    told = (sentences(PROGRAM, language)[id_] for language in languages())
    return tuple(dict.fromkeys(plain(word) for words in told for word in words.split(between)))
