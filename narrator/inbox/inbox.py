"""The one inbox: voice, keyboard, keypad, button and remote put the same typed entries here.

Nothing else moves the game. With it come the clock by which a table waits, and an inbox that tells somebody (a screen,
the ears, the phone) which question is open.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable
from enum import Enum
from typing import Protocol, TypeAlias

from narrator.core.effects import Ask
from narrator.inbox.entry import Changed, Entry, Lost, Order, Reply, answers, belongs

BEAT = 1.0
"""Seconds after which somebody who waits gives a sign of life again."""

Beat: TypeAlias = Callable[[], object]
"""Called by the waiting thread at that interval: it is not stuck."""


def unwatched() -> None:
    """Give no sign of life: nobody watches for one."""


class Clock(Protocol):
    """Seconds, from any origin."""

    def now(self) -> float:
        """Return the time."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        ...


class WallClock:
    """The time of this machine, which never goes backwards."""

    def __init__(self, beat: Beat = unwatched) -> None:
        self._beat = beat

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        self._beat()
        while (left := end - time.monotonic()) > 0:
            time.sleep(min(left, BEAT))
            self._beat()


class ReadingTime(Enum):
    """When a line of a pipe is read."""

    ASKED = "when an answer is awaited"
    ALWAYS = "at once: who is asked, and whether, is secret"
    NEVER = "not now: the line before it is still being taken in"


class Inbox(Protocol):
    """Where entries arrive, for the one question that is open."""

    @property
    def question(self) -> Ask | None:
        """Return the open question."""
        ...

    @property
    def turn(self) -> int:
        """Return how many questions and waits have been opened."""
        ...

    def open(self, ask: Ask | None) -> None:
        """Open a question; None opens a wait in which only orders make sense."""
        ...

    def open_early(self, ask: Ask) -> None:
        """Open a question to everybody that is still being said: an answer may cut it short. `open` comes next."""
        ...

    def close(self) -> None:
        """Close it: what is keyed from now on belongs to nothing."""
        ...

    def reading(self, when: ReadingTime) -> None:
        """Take in when lines of a pipe are to be read from now on."""
        ...

    def get(self, until: float | None) -> Entry | None:
        """Return the next entry that is not stale, or None at the time `until`; wait for ever where that is None."""
        ...


class LiveInbox:
    """The inbox of a real table, filled by the threads of its equipment.

    Questions are opened by the game's thread and, in a window, by the lane of what is secret. `awaited` is set while a
    line of a pipe may be put here.
    """

    def __init__(self, clock: Clock, beat: Beat = unwatched) -> None:
        self.awaited = threading.Event()
        self._arriving = threading.RLock()
        self._clock = clock
        self._beat = beat
        self._entries: queue.Queue[tuple[int, Entry]] = queue.Queue()
        self._question: Ask | None = None
        self._early: Ask | None = None
        self._turn = 0
        self._reading = ReadingTime.ASKED
        self._patient = False
        self.early: Callable[[], object] = lambda: None
        """Called, by any thread, where something was typed that would answer a question, and none is open."""

    @property
    def question(self) -> Ask | None:
        return self._question

    @property
    def turn(self) -> int:
        return self._turn

    def open(self, ask: Ask | None) -> None:
        """Open a question, or a wait.

        In this order: a thread that reads the turn and then the question may mistake a new question for an old one,
        and drop what was keyed, but never answer a question with what was keyed for another.
        """
        with self._arriving:
            if ask is None or self._early is not ask:
                self._question = ask
                self._turn += 1
            self._early = None
            self._await_line()

    def open_early(self, ask: Ask) -> None:
        with self._arriving:
            self._question = self._early = ask
            self._turn += 1

    def close(self) -> None:
        with self._arriving:
            self._question = self._early = None
            self._patient = False
            self.awaited.clear()

    def reading(self, when: ReadingTime) -> None:
        with self._arriving:
            self._reading = when
            self._await_line()

    def put(self, entry: Entry, turn: int) -> None:
        """Put in an entry that was keyed in this turn; from any thread."""
        with self._arriving:
            self.awaited.clear()
            self._entries.put((turn, entry))
            early = self._question is None and not self._patient
        if early and answers(entry):
            self.early()

    def get(self, until: float | None) -> Entry | None:
        while until is None or self._clock.now() < until:
            keyed = self._next(until)
            if keyed is None:
                return None
            turn, entry = keyed
            if turn == self._turn or not belongs(entry):
                return entry
        return None

    def waits(self) -> bool:
        """Whether somebody gave something that is not stale and was not taken yet. For the thread that takes it."""
        with self._arriving:
            waiting = [entry for turn, entry in self._entries.queue if turn == self._turn or not belongs(entry)]
        return not all(isinstance(entry, Lost | Changed) for entry in waiting)

    def answered(self) -> bool:
        """Whether something was given to the open question: what is being said to it need not be said to its end.

        Never to one that is secret: nobody may hear that it was answered.
        """
        question = self._question
        return question is not None and question.public and self.waits()

    def interrupting(self) -> bool:
        """Whether what is being said breaks off: for a pause or a goodbye, or because its question was answered."""
        return self.breaking() or self.answered()

    def breaking(self) -> bool:
        """Whether somebody asked for a pause or said goodbye, and it was not taken yet."""
        with self._arriving:
            return any(entry in (Order.PAUSE, Order.QUIT) for _, entry in self._entries.queue)

    def take_pause(self) -> bool:
        """Take such a pause before all that was given earlier; False where there is none."""
        with self._arriving, self._entries.mutex:
            asked = next((given for given in self._entries.queue if given[1] is Order.PAUSE), None)
            if asked is not None:
                self._entries.queue.remove(asked)
            return asked is not None

    def take_quit(self) -> bool:
        """Take a goodbye, unless an answer that counts was given before it; False where there is none."""
        with self._arriving, self._entries.mutex:
            for given in self._entries.queue:
                turn, entry = given
                if entry is Order.QUIT:
                    self._entries.queue.remove(given)
                    return True
                if isinstance(entry, Reply) and (turn == self._turn or not belongs(entry)):
                    return False
            return False

    def _await_line(self) -> None:
        """Let the next line of a pipe be read, if it is time and all before it was taken."""
        asked = self._question is not None or self._patient
        wanted = self._reading is ReadingTime.ALWAYS or (self._reading is ReadingTime.ASKED and asked)
        if wanted and self._entries.empty():
            self.awaited.set()
        elif not wanted:
            self.awaited.clear()

    def _next(self, until: float | None) -> tuple[int, Entry] | None:
        with self._arriving:
            self._patient = until is None
            self._await_line()
        seconds = math.inf
        while True:
            self._beat()
            if until is not None:  # who waits is woken late, and the later the busier this machine is
                seconds = min(seconds, until - self._clock.now())
            try:
                return self._entries.get(timeout=max(0.0, min(seconds, BEAT)))
            except queue.Empty:
                seconds -= BEAT
            if seconds <= 0.0:
                return None


class Attendant(Protocol):
    """Somebody who is told which question is open."""

    def opened(self, ask: Ask | None) -> None:
        """A question, or a wait, was opened."""
        ...

    def closed(self) -> None:
        """It was closed."""
        ...


class WatchedInbox:
    """An inbox and its attendant, who is told at once.

    Who is told `early` knows of a question while it is still being said.
    """

    def __init__(
        self,
        inbox: Inbox,
        attendant: Attendant,
        *,
        early: bool = True,
    ) -> None:
        self._inbox = inbox
        self._attendant = attendant
        self._early = early
        self._known: Ask | None = None

    @property
    def question(self) -> Ask | None:
        return self._inbox.question

    @property
    def turn(self) -> int:
        return self._inbox.turn

    def open(self, ask: Ask | None) -> None:
        """Open a question, or a wait."""
        if ask is not None and self._known is ask:
            self._inbox.open(ask)
        else:
            self._begin(ask, lambda: self._inbox.open(ask))
        self._known = None

    def open_early(self, ask: Ask) -> None:
        if self._early:
            self._known = ask
            self._begin(ask, lambda: self._inbox.open_early(ask))
        else:
            self._inbox.open_early(ask)

    def _begin(self, ask: Ask | None, opening: Callable[[], None]) -> None:
        opening()
        self._attendant.opened(ask)

    def close(self) -> None:
        self._known = None
        self._inbox.close()
        self._attendant.closed()

    def reading(self, when: ReadingTime) -> None:
        self._inbox.reading(when)

    def get(self, until: float | None) -> Entry | None:
        return self._inbox.get(until)


class EditedInbox(WatchedInbox):
    """An inbox whose attendant is a screen with a line that is being typed: it is told before a turn begins.

    So what is half typed is forgotten while its turn still lasts, and never entered in the next.
    """

    def _begin(self, ask: Ask | None, opening: Callable[[], None]) -> None:
        self._attendant.opened(ask)
        opening()
