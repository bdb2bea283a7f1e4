"""Lanes: threads for work that public time must not wait for, such as a row on disk or a frame on a screen.

A lane does one piece of work after another, in the order in which they were given. At a real table it is a thread; at
a virtual one, and where nothing has a length, each piece is done at once.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from typing import Protocol, TypeAlias

_logger = logging.getLogger(__name__)

Work: TypeAlias = Callable[[], object]


class Lane(Protocol):
    """Does work beside the thread that keeps public time."""

    @property
    def waiting(self) -> int:
        """Return how many pieces of work wait, about."""

    def post(self, work: Work) -> None:
        """Have this done after all that was given before; do not wait for it.

        Raises:
            BaseException: what an earlier piece of work raised.
        """

    def settle(self) -> None:
        """Return once all that was given is done.

        Raises:
            BaseException: what a piece of work raised.
        """


class Inline:
    """A lane that does everything at once, in the thread that gives it."""

    @property
    def waiting(self) -> int:
        return 0

    def post(self, work: Work) -> None:
        work()

    def settle(self) -> None:
        """All is done."""


class LaneThread:
    """A lane that is a thread of its own.

    Once a piece of work has raised, the rest is left undone; it is raised again where somebody waits.
    """

    def __init__(self, name: str) -> None:
        self._work: queue.SimpleQueue[Work | threading.Event | None] = queue.SimpleQueue()
        self._raised: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    @property
    def waiting(self) -> int:
        return self._work.qsize()

    def post(self, work: Work) -> None:
        if self._raised is not None:
            raise self._raised
        self._work.put(work)

    def settle(self) -> None:
        done = threading.Event()
        self._work.put(done)
        done.wait()
        if self._raised is not None:
            raise self._raised

    def close(self) -> None:
        self._work.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            if isinstance(work, threading.Event):
                work.set()
            elif self._raised is None:
                try:
                    work()
                except BaseException as error:  # whatever it is, it is raised again where somebody waits
                    _logger.warning("work has failed: %s", error)
                    self._raised = error
