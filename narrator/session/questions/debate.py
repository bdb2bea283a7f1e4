"""When a debate dries up: the narrator says something to start it again, and never interrupts anybody."""

from __future__ import annotations

from narrator.core.effects import Ask
from narrator.session.ports import TalkMonitor

QUIET = 15.0
"""Seconds at normal pace in which nobody speaks after which a debate has dried up; twice as many each time it stays so.

As many are awaited before the question is said again.
"""

MOST = 120.0


class Relaunch:
    """Follows the silence of one debate, in game time: nobody talks, nor does the narrator.

    Where nobody listens, no relaunch falls due.
    """

    def __init__(self, ask: Ask, talk: TalkMonitor | None, now: float, factor: float) -> None:
        self._talk = talk if factor and ask.aloud.debate else None
        self._quiet = self._interval = QUIET * factor
        self._most = MOST * factor
        self._spoken = self._relaunched = now

    def lull(self, now: float) -> float | None:
        """Return when nobody will have spoken for `QUIET` seconds, if the silence lasts; None where nobody listens."""
        silent = None if self._talk is None else self._talk.silent_for()
        return None if silent is None else max(self._spoken, now - silent) + self._quiet

    def due(self, now: float) -> float | None:
        """Return when the silence will have lasted long enough, if it lasts; what is not later than `now` is due.

        Where nobody listens, silence begins now at the earliest: by then somebody may listen again.
        """
        if self._talk is None:
            return None
        silent = self._talk.silent_for() or 0.0
        return max(self._spoken, now - silent) + self._interval

    def relaunched(self, now: float) -> None:
        """Take note of a relaunch: the next one waits for longer, unless people have talked since the last one."""
        assert self._talk is not None  # without it nothing falls due
        talked = self._talk.talked_within(now - self._relaunched)
        self._interval = min(self._interval if talked else 2 * self._interval, self._most)
        self._relaunched = now

    def spoken(self, now: float) -> None:
        """Take note that the narrator has spoken: silence counts from now."""
        self._spoken = now
