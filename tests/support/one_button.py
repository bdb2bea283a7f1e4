"""A table that answers by one button and nothing else: it sees what it is asked, hears the count, and presses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from rooms import call_names, wording

from narrator.evening.rehearsal.virtual_table import (
    Keyed,
    Table,
    VirtualButton,
    VirtualClock,
    VirtualInbox,
    guess,
)
from narrator.rules.core.answers import HYMN, NOBODY, SILENT, Answer, Seats, Text, Tie
from narrator.rules.core.effects import Ask, Effect, Say, Window
from narrator.rules.village.game import VillageSetup
from narrator.screens.screens import NoScreen
from narrator.table.games.village_engine import RealCards
from narrator.table.inbox.entry import Entry
from narrator.table.journal.journal import Journal
from narrator.table.session.counting import Counting
from narrator.table.session.driver import Driver
from narrator.table.session.narration import CaptionsOnly
from narrator.table.session.ports import Light, Pace, Ports


class Enough(Exception):  # noqa: N818 - not an error: the game has lasted long enough
    """The line after which nothing is played has been said."""


Wish = Callable[[Ask], Answer]
"""What the table wants to answer."""


class NotedInbox(VirtualInbox):
    """An inbox that notes what came out of it."""

    def __init__(self, clock: VirtualClock, table: Table, button: VirtualButton | None) -> None:
        super().__init__(clock, table, button)
        self.came: list[Entry] = []

    def get(self, until: float | None) -> Entry | None:
        entry = super().get(until)
        if entry is not None:
            self.came.append(entry)
        return entry


def by_lot(setup: VillageSetup, seed: int) -> Wish:
    """Answer by lot, and truly of cards; what no count has is not wanted: a text, or a song before its slot."""
    cards, chance = RealCards(setup), Random(seed)

    def options(ask: Ask) -> Answer:
        told = cards.answer(ask)
        answer = guess(cards.possible(ask), chance) if told is None else told
        if isinstance(answer, Text) or (answer is HYMN and ask.question != "hymn"):
            answer = SILENT
        if ask.question == "hymn":
            answer = chance.choice((HYMN, SILENT, SILENT))
        cards.note(ask, answer)
        return answer

    return options


@dataclass
class Sitting:
    """One game at such a table; or, without a `button`, at one that keys the same answers.

    It ends where a line `until` is said. `said` and `windows` are lines and calls with the time of the clock, `asked`
    is who was asked what.
    """

    setup: VillageSetup
    options: Wish
    button: bool = True
    pace: Pace = Pace.NORMAL
    light: Light | None = None
    until: str = ""
    clock: VirtualClock = field(default_factory=VirtualClock)
    said: list[tuple[float, Say]] = field(default_factory=list)
    windows: list[tuple[float, str]] = field(default_factory=list)
    asked: list[Ask] = field(default_factory=list)
    outcome: str | None = None

    def __post_init__(self) -> None:
        words = wording(self.setup)
        self.counting = Counting(self.clock)
        self.inbox = NotedInbox(self.clock, self._answers, VirtualButton(self.counting) if self.button else None)
        self.journal = Journal.create(None, {})
        self.ports = Ports(
            clock=self.clock,
            inbox=self.inbox,
            mouth=CaptionsOnly(self.clock, words.seconds),
            screen=NoScreen(),
            pace=self.pace,
            watchers=[self],
            light=self.light,
            counting=self.counting if self.button else None,
            opener=self.inbox,
            named=call_names(self.setup),
        )
        self.driver = Driver(self.setup, self.journal, words, self.ports, players=self.setup.players, led=False)

    def play(self) -> Sitting:
        with suppress(Enough):
            self.outcome = self.driver.run()
        return self

    def closed(self, opened: float) -> float:
        """Return when a window closed that opened then: when something was said again that is no count."""
        return next(at for at, say in self.said if at > opened and not say.line.startswith("count."))

    @property
    def answers(self) -> list[tuple[str | None, Answer]]:
        """Return what the journal holds; silence is as good as nobody, and seats have no order."""
        return [(question, _alike(answer)) for question, answer in self.journal.record().answers]

    @property
    def came(self) -> Sequence[Entry]:
        return self.inbox.came

    def effect(self, effect: Effect, _at: float) -> None:
        match effect:
            case Say():
                self.said.append((self.clock.now(), effect))
                if effect.line == self.until:
                    raise Enough
            case Window(call=call):
                self.windows.append((self.clock.now(), call))
            case Ask():
                self.asked.append(effect)
            case _:
                pass

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """Answers are in the journal."""

    def _answers(self, ask: Ask) -> Sequence[Keyed]:
        return [(2.0, self.options(ask))]


def _alike(answer: Answer) -> Answer:
    match answer:
        case Seats(seats=seats):
            return Seats(tuple(sorted(seats)))
        case Tie(seats=seats, clear=clear):
            return Tie(tuple(sorted(seats)), clear)
        case _:
            return SILENT if answer is NOBODY else answer
