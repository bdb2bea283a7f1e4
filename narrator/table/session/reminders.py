"""The time of a public question: its timer, and what the narrator says unasked while it stands.

In a debate he waits until nobody talks. Where it dries up he says something to start it again, and never interrupts
anybody; what somebody's leaving interrupts goes on with the time that was left.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, TypeAlias

from narrator.rules.core.answers import DONE, NOBODY, Answer, Token
from narrator.rules.core.effects import Ask, Say, Timer
from narrator.table.inbox.entry import Order
from narrator.table.language.offered_answers import SetupAsk
from narrator.table.session.announcements import irrevocable

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
        """Return the seconds of silence up to now, none of them unheard; None where nobody listens."""
        now = self._now()
        unheard = now - self._reported
        if unheard > GONE:
            return None
        return 0.0 if unheard > LAPSE else max(0.0, now - self._silent)

    def talked_within(self, seconds: float) -> bool:
        return self._now() - self._talked < seconds


QUIET = 15.0
"""Seconds at normal pace in which nobody speaks after which a debate has dried up; twice as many each time it stays so.

As many are awaited before the question is said again.
"""

MOST = 120.0


class Relaunch:
    """Follows the silence of one debate, in game time: nobody talks, nor does the narrator.

    Where nobody listens, no relaunch falls due.
    """

    def __init__(self, ask: Ask, talk: TableTalk | None, now: float, factor: float) -> None:
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
        self._spoken = now


REMINDER = 60.0
"""Seconds at normal pace after which an unanswered public question is said again; then twice as many, up to four."""

REPEATS = 3
"""How often one is before a game; after that it stands in silence, for perhaps nobody is there."""


class ReminderSchedule:
    """What comes next at a question that is put at the game time `now`, at a pace of this factor; at instant pace none.

    The lines of a timer come at their times. Where the question waited to be said again, the next time is later too.
    It is said again so many times, at `most`.
    """

    def __init__(self, timer: Timer | None, now: float, factor: float, most: float = math.inf) -> None:
        self._left = most
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

    def put_off(self, until: float) -> None:
        """Say the question again no sooner than this."""
        if self._again is not None:
            self._again = max(self._again, until)

    def said(self, at: float) -> None:
        """Take note that it came due at this game time, and is said."""
        if self._lines:
            self._lines.popleft()
        elif self._again is not None:
            self._left -= 1
            self._interval = min(2 * self._interval, self._longest)
            self._again = max(self._again, at) + self._interval if self._left > 0 else None


RELAUNCH = "debate.relaunch"

Remark: TypeAlias = str | Say | Literal[Order.REPEAT]
"""A line to say, of the session or of the game; or the question, to be said again."""

TEASING = 1 / 3
"""The share of a debate's time after which its silence may be teased."""


class Reminders:
    """What the narrator says by himself while one public question stands. Times are game times.

    The lines of a debate's timer come at their times, as promised. Where somebody listens, all else that is said in a
    debate waits until neither people nor the narrator have spoken for some seconds. While it is somebody's turn nothing
    is said, and nobody else is expected to speak.
    """

    def __init__(self, ask: Ask, talk: TableTalk | None, now: float, factor: float) -> None:
        self._lapses = math.inf
        self._lapse = NOBODY
        if ask.timer is not None and ask.timer.turn < math.inf:
            if factor:
                self._lapses = now + ask.timer.lasts * factor
                self._lapse = DONE if ask.timer.turn < ask.timer.seconds else NOBODY
            ask, talk, factor = replace(ask, timer=None), None, 0.0
        self._relaunch = Relaunch(ask, talk, now, factor)
        self._quiet = QUIET * factor
        most = REPEATS if isinstance(ask, SetupAsk) else math.inf
        self._schedule = ReminderSchedule(ask.timer, now, factor, most)
        self._last: Remark | None = None
        self._tease = None if ask.timer is None else ask.timer.tease
        self._teasing = now if ask.timer is None else now + TEASING * ask.timer.seconds * factor

    def next(self, now: float) -> float | None:
        """Return when to ask for what is due, unless somebody says or keys something before; None: never."""
        times = (self._planned(now), self._relaunch.due(now), self._lapses if self._lapses < math.inf else None)
        return min((time for time in times if time is not None), default=None)

    def lapsed(self, now: float) -> Token | None:
        """Return what a turn whose time is over answers by itself; None where it is not over, or it is none."""
        return self._lapse if self._lapses <= now else None

    def due(self, now: float) -> Remark | None:
        """Return what is to be said now, once; None where nothing is, or no longer: somebody talks."""
        planned, dry = _come(self._planned(now), now), _come(self._relaunch.due(now), now)
        # What is planned comes before a relaunch at a promised time, or where a relaunch came last.
        first = planned is not None and (self._schedule.line is not None or self._last == RELAUNCH)
        if dry is not None and not first:
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

    def counted(self, now: float) -> None:
        """Take note that all that answers was counted in vain: people look at each other before they hear it again."""
        self._schedule.put_off(now + self._quiet)
        self.said(now)

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


class DebateTime:
    """Follows the time of a debate. Somebody's leaving and a denunciation stop it, and it goes on where it was.

    The turns in which people speak take their time from it one after the other; a leaving stops a turn, too.
    `factor` is how long a second lasts at the table's pace; where it is 0 nothing has a length. Times are game times.
    """

    def __init__(self, factor: float) -> None:
        self._factor = factor
        self._put = 0.0
        self._left: Timer | None = None
        """What is left of a debate that goes on."""
        self._turn_of: int | None = None
        """Whose turn goes on in it."""

    def forget(self) -> None:
        """A scene begins, and with it another debate."""
        self._left = None

    def shortened(self, ask: Ask, now: float) -> Ask:
        """Return a question that is put now; where it goes on with a debate, with what is left of its time."""
        self._put = now
        if ask.timer is None or self._left is None:
            return ask
        turn = self._left.turn if self._turn_of == ask.about else ask.timer.turn
        return replace(ask, timer=replace(ask.timer, seconds=self._left.seconds, turn=turn))

    def answered(self, ask: Ask, answer: Answer, now: float) -> None:
        if ask.timer is None or not self._factor:
            return
        stopped, passed = irrevocable(ask, answer), (now - self._put) / self._factor
        goes_on = stopped or ask.timer.turn < math.inf
        turn = max(0.0, ask.timer.turn - passed) if stopped else math.inf
        left = replace(ask.timer, seconds=max(0.0, ask.timer.seconds - passed), turn=turn)
        self._left, self._turn_of = left if goes_on else None, ask.about if stopped else None
