"""The one inbox: voice, keyboard, keypad, button and remote put the same typed entries here.

Nothing else moves the game. It holds the public moment, which says what an entry means, and tells those who follow it.
With it comes the clock by which a table waits.
"""

from __future__ import annotations

import math
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from enum import Enum
from typing import Final, Protocol, TypeAlias

from narrator.rules.core.effects import Ask
from narrator.table.inbox.entry import Changed, Entry, Lost, Order, Reply, SeatAsked, answers, belongs, goes_on
from narrator.table.inbox.moment import Moment

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

    def sleep(self, seconds: float) -> None:
        """Let time pass."""


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


Follower: TypeAlias = Callable[[Moment], object]
"""Is told each public moment, by the thread that makes it; waits for nothing."""


class Inbox:
    """Where entries arrive, and what is public while they do. `followers` are told every moment.

    The moment is changed by the game's thread; where the slots of a window wait for their answers, by that of what is
    secret too.
    """

    def __init__(self, clock: Clock) -> None:
        self.moment = Moment()
        self.followers: list[Follower] = []
        self.early: Callable[[], object] = lambda: None
        """Called, by any thread, where something was typed that would answer a question, and none is open."""
        self._clock = clock
        self._pressed = -math.inf
        self._arriving = threading.RLock()
        self._telling = threading.RLock()  # followers hear of moments in their order

    def change(self, change: Callable[[Moment], Moment]) -> None:
        """Go on to the moment that this makes of the present one."""
        with self._telling:
            with self._arriving:
                moment = change(self.moment)
                if moment is self.moment:
                    return
                self.moment = moment
                self._begin()
            for follower in self.followers:
                follower(moment)

    def open(self, ask: Ask | None) -> None:
        """Open a question to everybody; None opens a wait in which only orders make sense."""
        if ask is None:
            self.change(lambda moment: moment.waiting(True))
        else:
            self.change(lambda moment: moment.asking(ask, self._clock.now()))

    def open_early(self, ask: Ask) -> None:
        """Open a question that is still being said: an answer may cut it short. `open` comes next."""
        self.change(lambda moment: moment.asking(ask, self._clock.now(), early=True))

    def close(self) -> None:
        """Close it: what is keyed from now on belongs to nothing."""
        self.change(lambda moment: moment.waiting(False))

    def pause(self) -> None:
        """Let the game stand still; every half-typed line is void."""
        self.change(lambda moment: moment.pausing(self._clock.now()))

    def resume(self) -> None:
        """Let the game go on; every half-typed line is void."""
        self.change(lambda moment: moment.resuming(self._clock.now()))

    def reading(self, when: ReadingTime) -> None:
        """Take in when lines of a pipe are to be read from now on."""

    def press(self) -> None:
        """Take in that the one button goes down: what that means is put in once it is let go."""
        self._pressed = self._clock.now()

    def pressed_within(self, seconds: float) -> bool:
        """Whether the button went down in the last so many seconds."""
        return self._clock.now() < self._pressed + seconds

    def get(self, until: float | None) -> Entry | None:
        """Return the next entry that is not stale, or None at the time `until`; wait for ever where that is None."""
        raise NotImplementedError

    def answered(self) -> bool:
        """Whether something was given to the open question: what is being said to it need not be said to its end."""
        return False

    def take_pause(self) -> bool:
        """Take a pause that was asked for, before all that was given earlier; False where there is none."""
        return False

    def take_quit(self) -> bool:
        """Take a goodbye, unless an answer that counts was given before it; False where there is none."""
        return False

    def take_skips(self) -> None:
        """Take whatever skips what is being said: it skips nothing else."""

    def _begin(self) -> None:
        """Take in the moment that has just begun."""


NEWS: Final = Changed("")
"""Wakes whoever waits, for there is something that is unsaid; it is nothing itself."""


class LiveInbox(Inbox):
    """The inbox of a real table, filled by the threads of its equipment.

    `awaited` is set while a line of a pipe may be put here. What is `unsaid`, the oldest first, is given where no eyes
    are closed, and a seat that is asked for where a question is open: who adds to it puts `NEWS` in here.
    """

    def __init__(self, clock: Clock, beat: Beat = unwatched) -> None:
        super().__init__(clock)
        self.awaited = threading.Event()
        self.unsaid: deque[Changed | Order | SeatAsked] = deque()
        self._beat = beat
        self._entries: queue.Queue[tuple[int, Entry]] = queue.Queue()
        self._reading = ReadingTime.ASKED
        self._patient = False

    def reading(self, when: ReadingTime) -> None:
        with self._arriving:
            self._reading = when
            self._await_line()

    def put(self, entry: Entry, slot: int | None = None) -> None:
        """Put in an entry that was keyed in this slot, by default in the present one; from any thread."""
        with self._arriving:
            self.awaited.clear()
            now = self.moment.slot
            self._entries.put((now if slot is None else slot, entry))
            early = self.moment.asked is None and not self._patient and slot in (None, now)
        if early and answers(entry):
            self.early()

    def get(self, until: float | None) -> Entry | None:
        while until is None or self._clock.now() < until:
            if self.unsaid and self.moment.admits and (self.moment.asked or not isinstance(self.unsaid[0], SeatAsked)):
                return self.unsaid.popleft()
            keyed = self._next(until)
            self._patient = False  # what follows from an entry decides whether another line is awaited
            if keyed is None:
                return None
            slot, entry = keyed
            if entry is not NEWS and self._counts(slot, entry):
                return entry
        return None

    def waits(self) -> bool:
        """Whether somebody gave something that is not stale and was not taken yet. For the thread that takes it."""
        with self._arriving:
            waiting = [entry for slot, entry in self._entries.queue if self._counts(slot, entry)]
        return not all(isinstance(entry, Lost | Changed) for entry in waiting)

    def answered(self) -> bool:
        return self.moment.asked is not None and self.waits()

    def interrupting(self) -> bool:
        """Whether what is being said breaks off: for a pause or a goodbye, to be skipped, or for its answer."""
        with self._arriving:
            skipped = any(map(self._skips, self._entries.queue))
        return skipped or self.breaking() or self.answered()

    def breaking(self) -> bool:
        """Whether somebody asked for a pause or said goodbye, and it was not taken yet."""
        with self._arriving:
            return any(entry in (Order.PAUSE, Order.QUIT) for _, entry in self._entries.queue)

    def take_pause(self) -> bool:
        with self._arriving, self._entries.mutex:
            asked = next((given for given in self._entries.queue if given[1] is Order.PAUSE), None)
            if asked is not None:
                self._entries.queue.remove(asked)
            return asked is not None

    def take_quit(self) -> bool:
        with self._arriving, self._entries.mutex:
            for given in self._entries.queue:
                slot, entry = given
                if entry is Order.QUIT:
                    self._entries.queue.remove(given)
                    return True
                if isinstance(entry, Reply) and self._counts(slot, entry):
                    return False
            return False

    def take_skips(self) -> None:
        with self._arriving, self._entries.mutex:
            for given in [*filter(self._skips, self._entries.queue)]:
                self._entries.queue.remove(given)

    def _skips(self, given: tuple[int, Entry]) -> bool:
        slot, entry = given
        return self.moment.skips and slot == self.moment.slot and goes_on(entry)

    def _counts(self, slot: int, entry: Entry) -> bool:
        return slot == self.moment.slot or not belongs(entry)

    def _begin(self) -> None:
        if not self.moment.open:
            self._patient = False
        self._await_line()

    def _await_line(self) -> None:
        """Let the next line of a pipe be read, if it is time and all before it was taken."""
        asked = (self.moment.asked is not None and not self.moment.early) or self._patient
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
