"""The times at which the narrator speaks unasked at a public question: its timer, then the question again."""

from __future__ import annotations

from collections import deque

from narrator.core.effects import Timer

REMINDER = 60.0
"""Seconds at normal pace after which an unanswered public question is said again; then twice as many, up to four."""


class ReminderSchedule:
    """What comes next at a question that is put at the game time `now`, at a pace of this factor; at instant pace none.

    The lines of a timer come at their times. Where the question waited to be said again, the next time is later too.
    """

    def __init__(self, timer: Timer | None, now: float, factor: float) -> None:
        self._lines: deque[tuple[float, str]] = deque()
        if timer is not None and factor:
            if timer.warning < timer.seconds:
                self._lines.append((now + (timer.seconds - timer.warning) * factor, "debate.warning"))
            now += timer.seconds * factor
            self._lines.append((now, "debate.over"))
        self._interval = REMINDER * factor
        self._longest = 4 * self._interval
        self._again = now + self._interval if factor else None

    @property
    def at(self) -> float | None:
        """Return the game time of what comes next; None for never."""
        return self._lines[0][0] if self._lines else self._again

    @property
    def line(self) -> str | None:
        """Return the line of the timer that is said then; None for the question again."""
        return self._lines[0][1] if self._lines else None

    def said(self, at: float) -> None:
        """Take note that it came due at this game time, and is said."""
        if self._lines:
            self._lines.popleft()
        elif self._again is not None:
            self._interval = min(2 * self._interval, self._longest)
            self._again = max(self._again, at) + self._interval
