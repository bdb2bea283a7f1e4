"""The narration: lines said aloud, captioned and watched, and the ambience between them; and the time that they keep.

Game time is the clock's, less all pauses. An evening has a curve: the more players have died, as all know, the slower
it is told, and by night the lower. Without sound a mouth of captions keeps the time.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from narrator.packs.markup import Suspense, Utterance, caption, paced
from narrator.packs.wording import Wording
from narrator.rules.core.answers import Answer, Leave
from narrator.rules.core.effects import Ask, Effect, Motif, Say, Scene
from narrator.table.inbox.inbox import Clock
from narrator.table.inbox.moment import Facts
from narrator.table.session import announcements
from narrator.table.session.ports import Ports

LOWEST = -3.0
"""Decibels by which the darkest night is lower than the first."""

SLOWEST = 1.25
"""How many times as long pauses are by then, by night and by day."""

DARKEST = 0.6
"""The share of a table whose deaths make a night the darkest."""


@dataclass(frozen=True, slots=True)
class Telling:
    """How it is told now: how many decibels lower (`gain`), and how many times as long the pauses are."""

    gain: float = 0.0
    pauses: float = 1.0


OPENLY = Telling()
"""How it is told until somebody dies."""


def telling(facts: Facts, *, closed: bool) -> Telling:
    """Return how it is told to open or `closed` eyes: by what everybody knows, and nothing else.

    By day it is as loud all evening: people talk.
    """
    depth = min(1.0, len(facts.dead) / (DARKEST * facts.players))
    return Telling(LOWEST * depth if closed else 0.0, 1 + (SLOWEST - 1) * depth)


class Quit(Exception):  # noqa: N818 - not an error: the players put the game away
    """The game is stored and put away."""


class Stranded(Exception):  # noqa: N818 - not an error: the last equipment is gone
    """Nobody can answer any more; the game is stored."""


class GameTime:
    """The time of one game in seconds. `stood` is how long it has stood still by now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.stood = 0.0

    def now(self) -> float:
        return self._clock.now() - self.stood

    def clock_time(self, time: float) -> float:
        """Return the clock's time from which on a game time has come, however the subtraction above is rounded."""
        at = time + self.stood
        return at if at - self.stood >= time else math.nextafter(at, math.inf)


MOTIF = 1.8
"""Seconds that every motif takes at normal pace: nobody is told apart by it."""


class Narration:
    """Speaks at one table. `recent` is what led to the question: what was said since the scene or answer before it.

    A question that is put without a word shares what led to the one before. One that somebody's leaving interrupted
    is put again without a word too: what had led to it follows what is said of the leaving.
    """

    def __init__(self, ports: Ports, wording: Wording, time: GameTime) -> None:
        self.recent: list[Say] = []
        self._answered = False
        self._interrupted: dict[str, list[Say]] = {}  # by their question
        self.pausing: Callable[[], None] = lambda: None
        """Stands still until somebody says to go on."""
        self.hushed: float | None = None
        """Since which game time nobody has spoken, where an answer that was said back was left standing."""
        self.breaks = True
        """Whether a line breaks off where somebody asks for a pause: not while the game stands still."""
        self._ports = ports
        self._wording = wording
        self._time = time
        self._announced: Counter[str] = Counter()
        self._telling = OPENLY

    def tell(self, say: Say) -> None:
        """Say a line of the game, which may be asked for again."""
        if self._answered:
            self.recent, self._answered = [], False
        self.recent.append(say)
        self.say(say)

    @contextmanager
    def aside(self, say: Say) -> Iterator[None]:
        """Have this line alone asked for again, for a time."""
        recent, self.recent = self.recent, [say]
        try:
            yield
        finally:
            self.recent = recent

    def put(self, ask: Ask) -> None:
        self.recent += [say for say in self._interrupted.get(ask.question, ()) if say not in self.recent]
        self.watch(ask)

    def answered(self, ask: Ask, answer: Answer) -> None:
        """Take in that a question has its answer, or that somebody's leaving interrupts it."""
        if isinstance(answer, Leave):
            self._interrupted.setdefault(ask.question, [*self.recent])
        else:
            self._interrupted.pop(ask.question, None)
        self._answered = True

    def forget(self) -> None:
        """A scene begins: what was said before it leads to no question of it."""
        self.recent, self._interrupted = [], {}

    def announce(self, line: str) -> None:
        self.say(announcements.said(line, self._announced[line]))
        self._announced[line] += 1

    def say(self, say: Say) -> None:
        """Say a line, and return when it was heard; where no words are left for it, nothing is.

        Where somebody asks for a pause meanwhile, it breaks off, and is said again once the pause is over. Where
        somebody says goodbye, it breaks off too, and nothing more is said; where somebody goes on, by day, what follows
        is said.

        Raises:
            Quit: somebody did.
        """
        utterance = self._wording.spoken(say)
        if not utterance:
            return
        self.hushed = None
        self.watch(say)
        words = caption(utterance)
        self._ports.screen.caption(words)
        if self._ports.motifs:
            utterance = (*_played(say.before), *utterance, *_played(say.after))
        spoken = paced(utterance, self._ports.pace.factor * self._telling.pauses)
        self._ports.inbox.take_skips()  # that came too late for the line before
        self._ports.mouth.speak(spoken)
        while self.breaks and self._ports.inbox.take_pause():
            self.pausing()
            self._ports.screen.caption(words)
            self._ports.mouth.speak(spoken)
        self._ports.inbox.take_skips()
        if self.breaks and self._ports.inbox.take_quit():
            raise Quit
        for note in say.notes:
            self._ports.screen.notice(self._wording.caption(note))

    def scene(self, scene: Scene, take: int, facts: Facts) -> None:
        """Let an ambience be heard, and tell what follows as what everybody knows asks for.

        `take`, its number in the evening, is public, as all scenes are.
        """
        self._telling = telling(facts, closed=scene.closed)
        self._ports.mouth.scene(scene, take, self._telling.gain)

    def watch(self, effect: Effect) -> None:
        for watcher in self._ports.watchers:
            watcher.effect(effect, self._time.now())


def _played(motif: Motif | None) -> tuple[Suspense, ...]:
    return () if motif is None else (Suspense(MOTIF, motif.value),)


LOOK = 0.05
"""Seconds between two looks whether something happened, while a silence lasts."""


class InterruptibleClock:
    """A clock whose sleep ends early when something happens."""

    def __init__(self, clock: Clock, happened: Callable[[], bool]) -> None:
        self._clock = clock
        self._happened = happened

    def now(self) -> float:
        return self._clock.now()

    def sleep(self, seconds: float) -> None:
        end = self.now() + seconds
        while not self._happened() and (left := end - self.now()) > 0:
            self._clock.sleep(min(left, LOOK))


class CaptionsOnly:
    """A mouth without sound: it takes the time that the words would take, so that the rhythm holds.

    `seconds` estimates that time; at instant pace there is none.
    """

    def __init__(self, clock: Clock, seconds: Callable[[Utterance], float]) -> None:
        self._clock = clock
        self._seconds = seconds

    def speak(self, utterance: Utterance) -> None:
        self._clock.sleep(self._seconds(utterance))

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        """Nothing is heard between the lines."""

    def cover(self, on: bool) -> None:
        """There is nothing to cover with."""

    def volume(self, steps: int) -> bool:  # noqa: ARG002 - there is nothing to set
        return False


def instantly(_utterance: Utterance) -> float:
    """Estimate that an utterance takes no time: for pipes and tests."""
    return 0.0
