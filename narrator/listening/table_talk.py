"""How long nobody has talked: a table that is silent has perhaps done, one that talks is left alone."""

from __future__ import annotations

import math
from collections.abc import Callable

LAPSE = 1.0
"""Seconds without a report of the level after which something was perhaps said unheard; five should have come."""

GONE = 30.0
"""Seconds without any after which nobody listens any more: no line that is spoken shuts the ears for as long."""


class TableTalk:
    """Follows how long nobody has talked, by the level that the ears report; no word is recognised for it.

    Only what is listened to is silence: while no level is reported, people may be talking. So it starts anew once the
    ears are back, whatever shut them: the narrator's own voice, a microphone that went, a process that was lost.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._talked = self._silent = self._reported = -math.inf  # written by the listener's thread alone

    def heard(self, talking: bool) -> None:
        """Take in whether somebody talks, from the listener's thread."""
        now = self._now()
        if talking:
            self._talked = now
        if talking or now - self._reported > LAPSE:
            self._silent = now
        self._reported = now

    def silent_for(self) -> float | None:
        now = self._now()
        unheard = now - self._reported
        if unheard > GONE:
            return None
        return 0.0 if unheard > LAPSE else max(0.0, now - self._silent)

    def talked_within(self, seconds: float) -> bool:
        return self._now() - self._talked < seconds
