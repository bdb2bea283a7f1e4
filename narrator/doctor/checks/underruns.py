"""How often the loudspeaker ran dry while games were played, and how long ago that was."""

from __future__ import annotations

import time

from narrator.audio.underruns import read
from narrator.doctor.check_names import GAPS
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.visit import Visit

NO_RECORD = DoctorWords("underruns.no_record")
NEVER = DoctorWords("underruns.never")
BEFORE = DoctorWords("underruns.before")
LATELY = DoctorWords("underruns.lately")
RELIEVE = DoctorWords("underruns.relieve")
JUST_NOW = DoctorWords("underruns.just_now")
AHEAD = DoctorWords("underruns.ahead")
MINUTES = DoctorWords("underruns.minutes")
HOURS = DoctorWords("underruns.hours")
DAYS = DoctorWords("underruns.days")

_OFTEN = 6 / 3600
"""Gaps a second from which a game suffers: one in ten minutes."""


def underruns(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Read what games have noted."""
    record = read()
    if record is None:
        return Finding(GAPS, State.NOTE, NO_RECORD)
    if record.last is None:
        return Finding(GAPS, State.WELL, NEVER(games=record.games, time=lasting(record.seconds)))
    ago = time.time() - record.last
    told = {"ago": lasting(ago) if ago >= 0 else AHEAD, "count": record.underruns, "games": record.games}
    if not record.latest:
        return Finding(GAPS, State.WELL, BEFORE(**told))
    often = record.latest > max(1.0, _OFTEN * record.latest_seconds)
    return Finding(GAPS, State.WRONG if often else State.NOTE, LATELY(latest=record.latest, **told), RELIEVE)


def lasting(seconds: float) -> DoctorWords:
    """Return a length of time in its largest unit, rounded down."""
    for least, length, unit in ((172800, 86400, DAYS), (7200, 3600, HOURS), (60, 60, MINUTES)):
        if seconds >= least:
            return unit(count=int(seconds // length))
    return JUST_NOW
