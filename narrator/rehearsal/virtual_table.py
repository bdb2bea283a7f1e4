"""The clock and the inbox of rehearsals: only waiting moves the clock, and entries are scripted.

The same driver runs on it as at a real table, silent and in no time.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Audience
from narrator.inbox.entry import Entry, Misread, Order, Reply, belongs
from narrator.inbox.inbox import ReadingTime
from narrator.rehearsal.virtual_button import VirtualButton
from narrator.story.sentences import QuestionText

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


class VirtualInbox:
    """Entries that a scripted table keys, in virtual time; where it has a `button`, answers are pressed instead."""

    def __init__(self, clock: VirtualClock, table: Table, button: VirtualButton | None = None) -> None:
        self._clock = clock
        self._table = table
        self._button = button
        self._question: Ask | None = None
        self._turn = 0
        self._entries: list[tuple[float, int, Entry]] = []

    @property
    def question(self) -> Ask | None:
        return self._question

    @property
    def turn(self) -> int:
        return self._turn

    def open(self, ask: Ask | None) -> None:
        """Open a question: the table keys its answers from now on."""
        self._turn += 1
        self._question = ask
        if ask is not None and not (self._button is not None and self._button.confirm(ask)):
            now = self._clock.now()
            for after, keyed in self._table(ask):
                if self._button is not None and self._button.gives(keyed):
                    self._button.want(ask, keyed, now + after)
                else:
                    self._key(now + after, keyed if isinstance(keyed, Order | Misread) else Reply(keyed, certain=True))

    def open_early(self, ask: Ask) -> None:
        """Nobody answers here before a question was said to its end."""

    def close(self) -> None:
        self._question = None

    def reading(self, when: ReadingTime) -> None:
        """Nobody reads lines here."""

    def get(self, until: float | None) -> Entry | None:
        if self._button is not None and self._question is not None:
            pressed = self._button.press(self._clock.now())
            if pressed is not None:
                self._key(*pressed)
        while self._entries and (until is None or self._entries[0][0] < until):
            at, turn, entry = self._entries.pop(0)
            self._clock.advance(at)
            if turn == self._turn or not belongs(entry):
                return entry
        if until is None:
            self._clock.sleep(CONFIRMATION)
            return Order.NEXT
        self._clock.advance(until)
        return None

    def _key(self, at: float, entry: Entry) -> None:
        """Have something keyed at a time of the clock, in this turn."""
        insort(self._entries, (at, self._turn, entry), key=lambda keyed: keyed[0])


class NoScreen:
    """Nobody looks."""

    def caption(self, text: str) -> None:
        """Show nothing."""

    def notice(self, text: str) -> None:
        """Show nothing."""

    def prompt(self, text: QuestionText) -> None:
        """Show nothing."""

    def open_window(self, heading: str) -> None:
        """Show nothing."""

    def private(self, to: Audience, text: str) -> None:
        """Show nothing."""

    def reply(self, to: Audience, *texts: str) -> None:
        """Show nothing."""

    def close_window(self) -> None:
        """Show nothing."""
