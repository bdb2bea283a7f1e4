"""A table of rehearsals: its clock, which only waiting moves, its inbox, its button, and who answers at random.

The same driver runs on it as at a real table, silent and in no time.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from random import Random
from typing import TypeGuard

from narrator.rules.core.answers import (
    DONE,
    NO,
    NOBODY,
    SILENT,
    YES,
    Answer,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Seats,
    Text,
    Tie,
    Token,
    seat,
)
from narrator.rules.core.effects import Ask
from narrator.rules.core.play import choices_of
from narrator.table.inbox.entry import Entry, Misread, Order, Pressed, Reply, belongs
from narrator.table.inbox.inbox import Inbox
from narrator.table.session.announcements import CONFIRM, STANDS
from narrator.table.session.counting import Counting
from narrator.table.session.presses import Sign

Keyed = tuple[float, Answer | Order | Misread]
"""Something keyed so many seconds after its question was opened."""

Table = Callable[[Ask], Sequence[Keyed]]
"""Who answers: what is keyed to a question, in the order of its times."""

CONFIRMATION = 1.0
"""Seconds that a virtual leader takes to confirm."""


class VirtualClock:
    """Seconds since the game began."""

    def __init__(self) -> None:
        self._now = 0.0

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        self._now += max(0.0, seconds)

    def advance(self, time: float) -> None:
        """Let time pass until then."""
        self._now = max(self._now, time)


class VirtualInbox(Inbox):
    """Entries that a scripted table keys, in virtual time; where it has a `button`, answers are pressed instead.

    It is told of secret questions, too: the table answers both alike.
    """

    def __init__(self, clock: VirtualClock, table: Table, button: VirtualButton | None = None) -> None:
        super().__init__(clock)
        self.question: Ask | None = None
        self._virtual = clock
        self._table = table
        self._button = button
        self._entries: list[tuple[float, int, Entry]] = []

    def open(self, ask: Ask | None) -> None:
        """Open a question: the table keys its answers from now on."""
        super().open(ask)
        self.ask(ask)

    def ask(self, ask: Ask | None) -> None:
        self.question = ask
        if ask is not None and not (self._button is not None and self._button.confirm(ask)):
            now = self._virtual.now()
            for after, keyed in self._table(ask):
                if self._button is not None and self._button.gives(keyed):
                    self._button.want(ask, keyed, now + after)
                else:
                    self._key(now + after, keyed if isinstance(keyed, Order | Misread) else Reply(keyed, certain=True))

    def open_early(self, ask: Ask) -> None:
        """Nobody answers here before a question was said to its end."""

    def close(self) -> None:
        super().close()
        self.question = None

    def get(self, until: float | None) -> Entry | None:
        if self._button is not None and self.question is not None:
            pressed = self._button.press(self._virtual.now())
            if pressed is not None:
                self._key(*pressed)
        while self._entries and (until is None or self._entries[0][0] < until):
            at, slot, entry = self._entries.pop(0)
            self._virtual.advance(at)
            if slot == self.moment.slot or not belongs(entry):
                return entry
        if until is None:
            self._virtual.sleep(CONFIRMATION)
            return Order.NEXT
        self._virtual.advance(until)
        return None

    def _key(self, at: float, entry: Entry) -> None:
        insort(self._entries, (at, self.moment.slot, entry), key=lambda keyed: keyed[0])


# --- the one button ------------------------------------------------------------------------------------------------

REACTION = 0.2
"""Seconds from the end of an item's words to the press at it."""


class VirtualButton:
    """The one button of a virtual table.

    By day a press begins the count, and what was understood is confirmed by another press at yes. What no count has,
    such as silence, needs no press.
    """

    def __init__(self, counting: Counting) -> None:
        self._counting = counting
        self._wanted: list[list[object]] = []
        self._begins: float | None = None
        self._pressed = False  # all that is wanted in the count under way

    @staticmethod
    def gives(answer: object) -> TypeGuard[Answer]:
        """Whether this is for a button to answer: a text is typed, and who leaves says so."""
        return isinstance(answer, Answer) and not isinstance(answer, Leave | Text)

    def confirm(self, ask: Ask) -> bool:
        """Take in that a question is open; whether it only wants a yes to what was pressed before, or nothing."""
        self._wanted, self._begins, self._pressed = [], None, False
        if ask.question == CONFIRM:
            self._wanted = [[YES]]
        return ask.question in (CONFIRM, STANDS)

    def want(self, ask: Ask, answer: Answer, at: float) -> None:
        """Want this answer to the open question; by day a press at this time of the clock begins the count."""
        self._wanted = _stages(answer)
        self._begins = at if ask.public else None

    def press(self, now: float) -> tuple[float, Pressed] | None:
        """Return the next press with its time, as far as somebody knows it at this time of the clock."""
        if self._begins is not None:
            at, self._begins = max(now, self._begins), None
            return at, Pressed(None)
        item = self._counting.at(now + REACTION)
        if item is None:
            self._pressed = False
        if self._pressed or not self._wanted or item not in self._wanted[0]:
            return None
        self._wanted[0].remove(item)
        if not self._wanted[0]:
            self._wanted.pop(0)
            self._pressed = True
        return now + REACTION, Pressed(item)


def _stages(answer: Answer) -> list[list[object]]:
    """Return the items to be pressed: those of one count together."""
    match answer:
        case Seats(seats=seats):
            return [[*map(seat, seats)]]
        case Tie(seats=seats, clear=clear):
            tied: list[object] = [*map(seat, seats)]
            return [[Sign.TIE], tied, [NOBODY if clear is None else seat(clear)]]
        case _:
            return [] if answer is SILENT else [[answer]]


# --- who answers at random -----------------------------------------------------------------------------------------


NAMED = 0.9
"""How often a seat or a card is named where a word would do as well."""


SACKED = 0.5
"""How often a pocket holds diamonds rather than a card."""


TIED = 0.15
"""How often a ballot is a tie."""


TAKEN_UP = 0.1
"""How often an offer that names a seat is taken up."""


def offered(ask: Ask) -> Token:
    """Return the harmless answer to an offer: go on; or: no, thank you."""
    words = choices_of(ask).words
    return next(word for word in (DONE, NO, NOBODY) if word in words)


def guess(ask: Ask, chance: Random) -> Answer:
    """Return a legal answer to a question."""
    choices = choices_of(ask)
    if ask.offer and not (choices.seats and chance.random() < TAKEN_UP):
        return offered(ask)
    return among(choices, chance)


def among(choices: Choices, chance: Random) -> Answer:
    """Draw one of the legal answers: mostly one that names something."""
    kind = choices.kind
    if kind is Kind.NUMBER:
        return Number(chance.randint(*choices.numbers))
    if kind is Kind.TEXT:
        return Text("42")
    if kind is Kind.TAKE and chance.random() < SACKED:
        return Diamonds(chance.randint(*choices.numbers))
    words = [word for word in choices.words if word is not SILENT] or choices.words
    names = choices.cards or choices.seats
    if not names or (words and chance.random() > NAMED):
        return chance.choice(words)
    if choices.cards:
        return Card(chance.choice(choices.cards))
    if choices.ties and len(choices.seats) > 1 and chance.random() < TIED:
        return Tie(tuple(sorted(chance.sample(choices.seats, 2))))
    least, most = choices.count
    most = min(most, len(choices.seats))
    if most < least:
        return chance.choice(words)
    named = chance.randint(least, most)
    if named == 1:  # by far the most frequent, and drawn faster so
        return seat(chance.choice(choices.seats))
    return Seats(tuple(chance.sample(choices.seats, named)))
