"""The pads of the players' phones in a night: the same keys on all of them, and four bytes that tell one seat more.

In every window each phone is lit at the same public times, and each is touched. Of a seat that is not called nothing is
read. What is asked of it and told to it are numbers of texts that all phones have; so are seats and cards.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from narrator.packs.naming import ANSWER_IDS
from narrator.rules.core.answers import Answer, Card, Kind, Seats, Token
from narrator.rules.core.effects import Ask, Audience, Deed, Form, Holders, Player, Purpose, Show, Terms, Window
from narrator.rules.core.play import choices_of, refusal_of
from narrator.rules.core.secrets import unseal
from narrator.table.inbox.entry import Entry, Misheard, Order, Reply

SHOWN, TOUCHED = 4, 2
"""The bytes that a pad is shown at a time, and those that it sends."""
LARGEST = 16
"""The largest table: so many seats may be told at once."""
FELLOW, WRONG = 255, 254
"""What is told besides lines: whom another one who is called has touched, and that what was touched cannot be."""
PAIR = 128
"""Added to the number of a question that several seats answer."""
WORD, CARD = 65, 128
"""From where on words and cards are numbered among what may be touched; below are seats, and 0 is nothing."""
NAMED = "\x01"
"""Stands in a text where seats are named."""
GHOSTLY = 4
"""How many deeds of a night are told in turn to who is dead."""

TOKENS = list(Token)


@dataclass(frozen=True)
class PadTexts:
    """All that may stand on a pad: questions by the ids of their prompts, lines with their form and their texts.

    A line has one text; one for each card that it may name; or, where it may name several seats, one for one of them
    and one for more. A hand has a text for each two cards. Where seats are named, `NAMED` stands.
    """

    questions: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, tuple[str, Sequence[str]]] = field(default_factory=dict)

    def data(self) -> dict[str, object]:
        return {
            "questions": [*self.questions.values()],
            "lines": [*self.lines.values()],
            "words": [ANSWER_IDS[token] for token in TOKENS],
            "codes": {
                "shown": SHOWN,
                "touched": TOUCHED,
                "fellow": FELLOW,
                "wrong": WRONG,
                "pair": PAIR,
                "word": WORD,
                "named": NAMED,
            },
        }


class Pads:
    """What the pads of one game show and take, seat by seat. It reads no clock, and sends nothing.

    `cards` are the ids of the cards in play, in the order of their numbers.
    """

    def __init__(self, texts: PadTexts, cards: Sequence[str], players: int) -> None:
        self._questions, self._lines = [*texts.questions], [*texts.lines]
        self._cards = [*cards]
        self._players = players
        self._ask: Ask | None = None
        self._told: dict[int, list[bytes]] = {}
        self._touched: dict[int, bytes] = {}
        self._wrong: Collection[int] = ()
        self._deeds: list[bytes] = []
        self._lit = 0

    # --- what happens in secret -----------------------------------------------------------------------------------

    def open(self) -> None:
        """Begin a window, in which nothing is told yet."""
        self._ask = None
        self._told.clear()
        self.forget()

    def forget(self) -> None:
        """Forget what was touched: another slot begins."""
        self._touched.clear()
        self._wrong, self._lit = (), 0

    def forget_deeds(self) -> None:
        self._deeds.clear()

    def ask(self, ask: Ask | None) -> None:
        self._ask = ask

    def show(self, show: Show) -> None:
        for seat in seats_of(show.to):
            self._told.setdefault(seat, []).extend(self._items(show.line, unseal(show.args)))

    def note(self, deed: Deed) -> None:
        self._deeds.extend(self._items(deed.line, unseal(deed.args)))

    def touch(self, seat: int, code: bytes) -> None:
        self._touched[seat] = code

    def read(self, ask: Ask | None) -> Entry:
        """Return the answer on which all agree who are asked and have touched something; else what takes one back."""
        if ask is None:
            return Misheard()
        chosen = {seat: answer for seat in seats_of(ask.to) if (answer := self._answer(seat, ask)) is not None}
        self._wrong = {seat for seat, answer in chosen.items() if refusal_of(ask, answer) is not None}
        answers = {*chosen.values()}
        return Order.UNDO if self._wrong or len(answers) != 1 else Reply(answers.pop())

    # --- frames ---------------------------------------------------------------------------------------------------

    def codes(self, ghosts: Collection[int]) -> dict[int, bytes]:
        """Return what each seat is shown now; what it is told comes in turn. `ghosts` are told what was done."""
        lit, self._lit = self._lit, self._lit + 1
        codes = {}
        for seat in range(1, self._players + 1):
            asked = self._ask if self._ask is not None and seat in seats_of(self._ask.to) else None
            items = (
                self._deeds[-GHOSTLY:] if seat in ghosts else [*self._told.get(seat, ()), *self._fellows(seat, asked)]
            )
            if seat in self._wrong:
                items = [bytes((WRONG, 0, 0))]
            codes[seat] = bytes((self._question(asked),)) + (items[lit % len(items)] if items else bytes(3))
        return codes

    def keys(self, window: Window, slot: int, labels: Callable[[str], str]) -> dict[str, object]:
        """Return the keys of all pads in a slot: every seat, or what is counted there, as everybody knows."""
        items = [item for count in window.counted(slot) if count.purpose is not Purpose.LOOK for item in count.items]
        cards = [item.card for item in items if isinstance(item, Card)]
        words = [ANSWER_IDS[item] for item in items if isinstance(item, Token)]
        seats = [*range(1, self._players + 1)]
        return {
            "kind": Kind.SEATS.name.lower(),
            "seats": seats,
            "cards": [[card, labels(card), CARD + self._cards.index(card)] for card in cards],
            "words": words,
        }

    def _question(self, ask: Ask | None) -> int:
        if ask is None or (prompt := ask.prompt or ask.question) not in self._questions:
            return 0
        return self._questions.index(prompt) + 1 + (PAIR if choices_of(ask).count[1] > 1 else 0)

    def _fellows(self, seat: int, ask: Ask | None) -> list[bytes]:
        others = () if ask is None else (other for other in seats_of(ask.to) if other != seat)
        return [bytes((FELLOW, other, self._touched.get(other, bytes(1))[0])) for other in others]

    def _items(self, line: str, args: Terms) -> Iterable[bytes]:
        """Return what is told by a line: its number, and two bytes of what it names."""
        if line not in self._lines:
            return
        named = [0, 0]
        for _, term in args:
            match term.form, term.value:
                case Form.SEAT, int(seat):
                    named[0] = seat
                case Form.SEAT, tuple(seats):
                    named[:] = divmod(sum(1 << int(str(seat)) - 1 for seat in seats), 256)[::-1]
                case Form.CARD, str(card):
                    named[1] = self._cards.index(card) + 1
                case Form.HAND, tuple(hand):
                    counted = [item for item in hand if isinstance(item, tuple)]
                    held = [self._cards.index(card) + 1 for card, count in counted for _ in range(count)]
                    named[:] = (*held, 0, 0)[:2]
                case _:
                    pass
        yield bytes((self._lines.index(line) + 1, *named))

    def _answer(self, seat: int, ask: Ask) -> Answer | None:
        code, other = self._touched.get(seat, bytes(TOUCHED))
        if code >= CARD:
            return Card(self._cards[code - CARD]) if code - CARD < len(self._cards) else None
        if code >= WORD:
            return TOKENS[code - WORD] if code - WORD < len(TOKENS) else None
        if not code:
            return None
        return Seats((code, other) if other and choices_of(ask).count[1] > 1 else (code,))


def seats_of(to: Audience) -> tuple[int, ...]:
    """Return the seats that something is shown to or asked of alone."""
    match to:
        case Holders(seats=seats):
            return unseal(seats)
        case Player(seat=seat):
            return (seat,)
        case _:
            return ()
