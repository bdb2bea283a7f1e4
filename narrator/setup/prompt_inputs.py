"""What people give to a question before a game: a typed line, something said, a press of the button, an order."""

from __future__ import annotations

import queue
import threading
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from narrator.inbox.inbox import BEAT, Beat, Changed, Clock, Lost, Order, unwatched
from narrator.language.offered_answers import Offer


@dataclass(frozen=True, slots=True)
class TypedInput:
    """A line, without its end."""

    line: str


@dataclass(frozen=True, slots=True)
class SaidInput:
    """A text that was recognised in a context of the ear, and whether it is certain: else it answers nothing."""

    context: str
    text: str
    certain: bool = True


@dataclass(frozen=True, slots=True)
class PressInput:
    """The button was pressed while this offer was being counted; None where nothing was."""

    offer: Offer | None


@dataclass(frozen=True, slots=True)
class Anew:
    """The games that were kept are found again, and others are offered than before: everything begins anew."""


Given: TypeAlias = TypedInput | SaidInput | PressInput | Order | Lost | Changed | Anew


class PromptInputs(Protocol):
    """Where all of it arrives."""

    def get(self, until: float | None) -> Given | None:
        """Return the next, or None at the time `until`; wait for ever where that is None."""
        ...

    def waits(self) -> bool:
        """Whether something has come that was not taken yet."""
        ...

    def clear(self) -> None:
        """Forget what came for another question, but for an order to end and what became of the equipment."""
        ...


class LivePromptInputs:
    """What is given at a real table, put here by the threads of its equipment. `beat` is a sign of life.

    `awaited` is set while something is awaited: a line of a pipe is put here only then.
    """

    def __init__(self, clock: Clock, beat: Beat = unwatched) -> None:
        self.awaited = threading.Event()
        self._clock = clock
        self._beat = beat
        self._queue: queue.Queue[Given] = queue.Queue()

    def put(self, given: Given) -> None:
        """Take something in, from any thread."""
        self.awaited.clear()
        self._queue.put(given)

    def get(self, until: float | None) -> Given | None:
        """Return the next, or None at the time `until`."""
        if self._queue.empty():
            self.awaited.set()
        while True:
            self._beat()
            left = BEAT if until is None else until - self._clock.now()
            try:
                return self._queue.get(timeout=min(BEAT, left)) if left > 0 else self._queue.get_nowait()
            except queue.Empty:
                if until is not None and self._clock.now() >= until:
                    return None

    def waits(self) -> bool:
        """Whether something has come that was not taken yet."""
        return not self._queue.empty()

    def clear(self) -> None:
        """Forget what came for another question."""
        kept = []
        while not self._queue.empty():
            given = self._queue.get_nowait()
            if given is Order.QUIT or isinstance(given, Lost | Changed | Anew):
                kept.append(given)
        for given in kept:
            self._queue.put(given)
