"""The clock by which a table waits; whoever waits gives signs of life."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol, TypeAlias

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
