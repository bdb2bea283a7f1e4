"""What the narrator says unasked while a public question stands; in a debate he waits until nobody talks."""

from __future__ import annotations

from typing import Literal, TypeAlias

from narrator.core.effects import Ask, Say
from narrator.inbox.entry import Order
from narrator.session.ports import TalkMonitor
from narrator.session.questions.debate import Relaunch
from narrator.session.questions.reminder_schedule import ReminderSchedule

RELAUNCH = "debate.relaunch"

Remark: TypeAlias = str | Say | Literal[Order.REPEAT]
"""A line to say, of the session or of the game; or the question, to be said again."""

TEASING = 1 / 3
"""The share of a debate's time after which its silence may be teased."""


class Reminders:
    """What the narrator says by himself while one public question stands. Times are game times.

    The lines of a debate's timer come at their times, as promised. Where somebody listens, all else that is said in a
    debate waits until neither people nor the narrator have spoken for some seconds.
    """

    def __init__(self, ask: Ask, talk: TalkMonitor | None, now: float, factor: float) -> None:
        self._relaunch = Relaunch(ask, talk, now, factor)
        self._schedule = ReminderSchedule(ask.timer, now, factor)
        self._last: Remark | None = None
        self._tease = None if ask.timer is None else ask.timer.tease
        self._teasing = now if ask.timer is None else now + TEASING * ask.timer.seconds * factor

    def next(self, now: float) -> float | None:
        """Return when to ask for what is due, unless somebody says or keys something before; None: never."""
        times = (self._planned(now), self._relaunch.due(now))
        return min((time for time in times if time is not None), default=None)

    def due(self, now: float) -> Remark | None:
        """Return what is to be said now, once; None where nothing is, or no longer: somebody talks."""
        planned, dry = _come(self._planned(now), now), _come(self._relaunch.due(now), now)
        if dry is not None and (planned is None or not self._precedes()):
            self._relaunch.relaunched(now)
            self._last = RELAUNCH
            if self._tease is not None and now >= self._teasing:
                tease, self._tease = self._tease, None
                return tease
        elif planned is not None:
            self._last = self._schedule.line or Order.REPEAT
            self._schedule.said(planned)
        else:
            return None
        return self._last

    def _precedes(self) -> bool:
        """Whether what is planned comes before a relaunch: at a promised time, or where a relaunch came last."""
        return self._schedule.line is not None or self._last == RELAUNCH

    def said(self, now: float) -> None:
        """Take note that the narrator has spoken, unasked or asked: silence counts from now."""
        self._relaunch.spoken(now)

    @property
    def promised(self) -> float | None:
        """The time at which the next line of a timer is said, whatever else goes on; None where none is left."""
        return None if self._schedule.line is None else self._schedule.at

    def after_talk(self, time: float, now: float) -> float:
        """Return when something that may be said from some time on is to be said, if nobody talks until then."""
        lull = self._relaunch.lull(now)
        return time if lull is None else max(time, lull)

    def _planned(self, now: float) -> float | None:
        """Return when what the schedule has next is said, if nobody talks until then."""
        at = self._schedule.at
        return at if at is None or self._schedule.line is not None else self.after_talk(at, now)


def _come(time: float | None, now: float) -> float | None:
    """Return a time that has come; None for one that has not, or never will."""
    return None if time is None or time > now else time
