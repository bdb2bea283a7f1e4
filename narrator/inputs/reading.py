"""Reading a typed line as an entry: an order, an answer to the open question, or a reason why it is neither.

Case and accents are optional. A seat is a number or any unambiguous beginning of a first name. The keys of a numeric
keypad work everywhere: `+` next, `-` undo, `*` repeat, `/` help, `.` nobody.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from narrator.core.answers import (
    NOBODY,
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
from narrator.core.play import choices_of
from narrator.core.text import folded
from narrator.inputs.inbox import Entry, Inbox, Misread, Order, Reply

KEYPAD = {"+": Order.NEXT, "-": Order.UNDO, "*": Order.REPEAT, "/": Order.HELP}
SEPARATORS = re.compile(r"[\s,;&+./]+|\bet\b|\band\b")
DIAMONDS = re.compile(r"(\d{1,2})(?: *diam(?:ant|ond)s?)?")
LEAVE, TIE = "leave", "tie"
DENOUNCE = "denounce"
TOKENS = {
    "yes": Token.YES,
    "no": Token.NO,
    "nobody": Token.NOBODY,
    "done": Token.DONE,
    "keep": Token.KEEP,
    "guilty": Token.GUILTY,
    "acquitted": Token.ACQUITTED,
    "hymn": Token.HYMN,
}
"""The ids of `answers` in `scripts/common`."""


class Reader:
    """Reads what is typed, in the words of the game's language and of English.

    `commands` and `answers` give the phrases for each order and token by its id; `names` the first names by
    seat; `cards` the spoken names of each card.
    """

    def __init__(
        self,
        commands: Mapping[str, Sequence[str]],
        answers: Mapping[str, Sequence[str]],
        players: int,
        names: Sequence[str] = (),
        cards: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._orders = {
            folded(phrase): Order(id_) for id_, phrases in commands.items() if id_ != LEAVE for phrase in phrases
        }
        self._leave = [folded(phrase) for phrase in commands.get(LEAVE, ())]
        self._tokens = {
            folded(phrase): TOKENS[id_] for id_, phrases in answers.items() if id_ in TOKENS for phrase in phrases
        }
        self._ties = [folded(phrase) for phrase in answers.get(TIE, ())]
        self._denounce = [folded(phrase) for phrase in answers.get(DENOUNCE, ())]
        self._players = players
        self._names = [folded(name) for name in names]
        self._cards = {card: [folded(name) for name in (card, *spoken)] for card, spoken in (cards or {}).items()}

    def read(self, line: str, inbox: Inbox) -> Entry:
        """Read a line for the question that is open now."""
        text = folded(line)
        question = inbox.question
        choices = None if question is None else choices_of(question)
        if text in KEYPAD:
            return KEYPAD[text]
        if not text and (choices is None or Token.DONE in choices.words):
            return Order.NEXT
        answer = self._answer(text, line.strip(), choices)
        if isinstance(answer, Refusal) and text in self._orders:
            return self._orders[text]
        return Misread(answer) if isinstance(answer, Refusal) else Reply(answer)

    def _answer(self, text: str, written: str, choices: Choices | None) -> Answer | Refusal:
        for phrase in self._leave:
            if text.startswith(phrase + " "):
                seats = self._seats(text.removeprefix(phrase))
                return Leave(seats[0]) if isinstance(seats, tuple) and len(seats) == 1 else Refusal.UNKNOWN_SEAT
        if choices is None:
            return Refusal.UNREADABLE
        if text == ".":
            return NOBODY
        if text in self._tokens and self._tokens[text] in choices.words:
            return self._tokens[text]
        if choices.kind is Kind.TEXT:
            return Text(written)
        if choices.kind is Kind.NUMBER:
            return Number(int(text)) if text.isdecimal() else self._tokens.get(text, Refusal.NUMBER)
        if choices.kind is Kind.TAKE and (found := DIAMONDS.fullmatch(text)):
            return Diamonds(int(found[1]))
        if choices.cards:
            return self._card(text, choices)
        return self._seat_answer(text, choices)

    def _card(self, text: str, choices: Choices) -> Answer | Refusal:
        exact = [card for card in choices.cards if text in self._cards.get(card, [folded(card)])]
        begun = [
            card for card in choices.cards if text and any(n.startswith(text) for n in self._cards.get(card, [card]))
        ]
        found = exact or begun
        if len(found) == 1:
            return Card(found[0])
        return Refusal.AMBIGUOUS if found else self._tokens.get(text, Refusal.CARD)

    def _seat_answer(self, text: str, choices: Choices) -> Answer | Refusal:
        for phrase in self._denounce:
            text = text.removeprefix(phrase + " ")
        clear, tied = self._split_tie(text)
        seats = self._seats(text if tied is None else tied)
        if isinstance(seats, Refusal):
            return self._tokens.get(text, seats)
        if choices.ties and (tied is not None or len(seats) > choices.count[1]):
            first = self._seat(clear) if clear else None
            return first if isinstance(first, Refusal) else Tie(tuple(sorted(seats)), first)
        return Seats(seats)

    def _split_tie(self, text: str) -> tuple[str, str | None]:
        """Split `4 égalité 7 9` into the clear seat, which may be missing, and the tied; (text, None) without a tie."""
        for phrase in self._ties:
            found = re.fullmatch(rf"(.*?)\b{re.escape(phrase)}\b(.*)", text)
            if found:
                return found[1].strip(" ,;"), found[2]
        return text, None

    def _seats(self, text: str) -> tuple[int, ...] | Refusal:
        """Read one or several seats; a whole first name may hold spaces and hyphens."""
        whole = self._seat(text.strip())
        if isinstance(whole, int):
            return (whole,)
        parts = [part for part in SEPARATORS.split(text) if part]
        if not parts:
            return Refusal.UNREADABLE
        seats: list[int] = []
        for part in parts:
            found = self._seat(part)
            if isinstance(found, Refusal):
                return found
            seats.append(found)
        return tuple(seats)

    def _seat(self, text: str) -> int | Refusal:
        if text.isdecimal():
            number = int(text)
            return number if 1 <= number <= self._players else Refusal.UNKNOWN_SEAT
        if text in self._names:
            return self._names.index(text) + 1
        begun = [index for index, name in enumerate(self._names, start=1) if text and name.startswith(text)]
        if len(begun) == 1:
            return begun[0]
        return Refusal.AMBIGUOUS if begun else (Refusal.UNKNOWN_SEAT if self._names else Refusal.UNREADABLE)
