"""Drops what was recorded while the narrator spoke: his own words must never be taken for an answer."""

from __future__ import annotations

import threading
from collections import deque

TAIL = 0.3
"""Seconds for which the ears stay shut after the last sample of speech is in the air: the room rings on."""

_REMEMBERED = 30.0


class ShutEars:
    """When the mouth was to be heard, by the machine's clock (`time.monotonic`, seconds)."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spans: deque[tuple[float, float]] = deque()

    def mouth(self, begun: float, ended: float) -> None:
        """Some speech was in the air between these times at most. Speech is told in its order."""
        end = ended + TAIL
        with self._lock:
            if self._spans and begun <= self._spans[-1][1]:
                begun, _ = self._spans.pop()
            self._spans.append((begun, end))
            while self._spans[0][1] < ended - _REMEMBERED:
                self._spans.popleft()

    def open(self, begin: float, end: float) -> bool:
        """Whether all of what a microphone recorded from `begin` to `end` was recorded with the ears open."""
        with self._lock:
            return not any(shut < end and begin < opened for shut, opened in self._spans)
