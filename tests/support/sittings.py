"""Sittings: the real driver at a virtual table that keys what a script says, and stops where the script ends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import pytest
from rooms import Key, Keyed, MainsClock, ScriptedEntries, Senses, call_names, reader, wording

from narrator.evening.rehearsal.virtual_table import offered
from narrator.rules.core.answers import YES, Answer
from narrator.rules.core.effects import Ask, Audience, Effect, Say, Show, Window
from narrator.rules.core.play import Mode
from narrator.rules.cuba.game import CubaSetup
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.entry import Order
from narrator.table.journal.journal import Journal
from narrator.table.session.announcements import CONFIRM, STANDS
from narrator.table.session.driver import Driver
from narrator.table.session.lane import Inline, Lane
from narrator.table.session.narration import CaptionsOnly, Quit
from narrator.table.session.ports import Pace, Ports, Screen

Keying: TypeAlias = Answer | Order | Sequence[Keyed]
"""What is keyed to a question: one thing after two seconds, or several at their seconds."""

Script: TypeAlias = Mapping[str, Sequence[Keying]]
"""What is keyed each time that a question is put, by its id."""

AFTER = 2.0


class Waits(Exception):  # noqa: N818 - not an error: the script ends here
    """The game waits at a question that the script does not answer."""


@dataclass
class Sitting:
    """One run of the program on one journal. Everything that happens is noted with its time of the clock.

    What is asked back is confirmed, and nobody objects to what is said back, unless the script says otherwise.

    A leader confirms each window so many seconds after it opened, in turn, and the others after twenty. `said` are
    line ids, `early` what is called where something is typed too early, `shown` line ids with their audience,
    `asked` question ids, `windows` calls; `senses` has the very words, unless another `screen` is looked at.
    """

    setup: VillageSetup | CubaSetup
    script: Script = field(default_factory=dict)
    journal: Journal = field(default_factory=lambda: Journal.create(None, {}))
    pace: Pace = Pace.NORMAL
    start: float = 0.0
    confirms: Sequence[float] = ()
    screen: Screen | None = None
    disk: Callable[[MainsClock], Lane] = lambda _clock: Inline()
    said: list[tuple[float, str]] = field(default_factory=list)
    shown: list[tuple[float, str, Audience]] = field(default_factory=list)
    asked: list[tuple[float, str]] = field(default_factory=list)
    windows: list[tuple[float, str]] = field(default_factory=list)
    early: list[Callable[[], object]] = field(default_factory=list)

    def __post_init__(self) -> None:
        words = wording(self.setup)
        self._left = {question: list(keyings) for question, keyings in self.script.items()}
        self.clock = MainsClock(self.start)
        self.entries = ScriptedEntries(self.clock, self._table, reader(self.setup))
        self.senses = Senses(self.clock, CaptionsOnly(self.clock, words.seconds))
        self.ports = Ports(self.clock, self.entries, self.senses, self.screen or self.senses, self.pace, [self])
        self.ports.opener = self.entries
        self.ports.disk = self.disk(self.clock)
        self.ports.named = call_names(self.setup)
        led = self.setup.mode is Mode.MENEUR
        self.driver = Driver(
            self.setup, self.journal, words, self.ports, players=self.setup.players, led=led, confirm=self.setup.confirm
        )
        self.early.append(self.entries.early)

    def play(self, *, resumed: bool = False) -> str:
        """Play to the end of the script; return the question at which the game then waits, or the outcome."""
        try:
            if resumed:
                self.driver.resume()
            return str(self.driver.run())
        except Waits as waits:
            return str(waits)

    def put_away(self, *, resumed: bool = False) -> None:
        with pytest.raises(Quit):
            self.play(resumed=resumed)

    def resume(self, script: Script | None = None) -> Sitting:
        """Run the program again, later, on the same journal; return the new sitting, still to be played."""
        return Sitting(self.setup, script or {}, self.journal, self.pace, self.clock.now() + 1000.0)

    @property
    def answers(self) -> list[tuple[str | None, Answer]]:
        return self.journal.record().answers

    def lines(self) -> list[str]:
        return [line for _, line in self.said]

    def when(self, line: str) -> float:
        return next(at for at, said in self.said if said == line)

    def opened(self, call: str) -> float:
        return next(at for at, opened in self.windows if opened == call)

    def closed(self, call: str) -> float:
        opened = self.opened(call)
        times = [float(entry.split()[0]) for entry in self.senses.public if entry.endswith("window: closed")]
        return next(at for at in times if at >= opened)

    def private(self, call: str) -> list[str]:
        """Return what the private screen showed in the first window of a call."""
        opened, closed = self.opened(call), self.closed(call)
        return [text for at, _, text in self.senses.secret if opened <= at < closed]

    def hushed(self, call: str) -> bool:
        """Whether nothing was heard or seen by all while that window was open."""
        return self.public(self.opened(call) + 0.01, self.closed(call)) == []

    def public(self, since: float = 0.0, until: float = float("inf")) -> list[str]:
        """Return what all heard and saw between two times, the last excluded."""
        return [entry for entry in self.senses.public if since <= float(entry.split()[0]) < until]

    # --- the watcher and the table --------------------------------------------------------------------------

    def effect(self, effect: Effect, _at: float) -> None:
        now = self.clock.now()
        match effect:
            case Say():
                self.said.append((now, effect.line))
            case Show():
                self.shown.append((now, effect.line, effect.to))
            case Window():
                self.windows.append((now, effect.call))
                if effect.led and self.pace is not Pace.INSTANT:
                    turn = len(self.windows) - 1
                    self.key(now + (self.confirms[turn] if turn < len(self.confirms) else 20.0), Order.NEXT)
            case Ask():
                self.asked.append((now, effect.question))
            case _:
                pass

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """Answers are in the journal."""

    def _table(self, ask: Ask) -> Sequence[Keyed]:
        keyings = self._left.get(ask.question)
        if keyings:
            keying = keyings.pop(0)
            return keying if isinstance(keying, Sequence) else [(AFTER, keying)]
        if ask.question == CONFIRM and keyings is None:
            return [(AFTER, YES)]
        if ask.question == STANDS and not keyings:
            return []
        if ask.offer and keyings is None:
            return [(AFTER, offered(ask))]
        raise Waits(ask.question)

    def key(self, at: float, key: Key) -> None:
        """Have something keyed at a time of the clock, whatever is open then."""
        self.entries.key(at, key)

    def key_twice(self, at: float, key: Key) -> None:
        """Have something keyed that counts only once it was keyed again, such as a departure at night."""
        self.key(at, key)
        self.key(at + 0.5, key)
