"""How often the loudspeaker ran dry while games were played, and how long ago that was."""

from __future__ import annotations

import time

from narrator.audio.underruns import read
from narrator.doctor.check_names import GAPS
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.visit import Visit

NO_RECORD = DoctorWords("Aucune partie sonore n'a encore été notée.", "No game with sound has been noted yet.")
NEVER = DoctorWords("Aucune en {games} parties ({time} de son).", "None in {games} games ({time} of sound).")
BEFORE = DoctorWords(
    "Aucune dans la dernière partie ; la dernière il y a {ago}, {count} en {games} parties.",
    "None in the latest game; the last one {ago} ago, {count} in {games} games.",
)
LATELY = DoctorWords(
    "{latest} dans la dernière partie, la dernière il y a {ago} ; {count} en {games} parties.",
    "{latest} in the latest game, the last one {ago} ago; {count} in {games} games.",
)
RELIEVE = DoctorWords(
    "Fermez les autres programmes ; sur un Pi, vérifiez l'alimentation et la chaleur, et coupez l'ambiance : "
    "`narrator play --no-ambience`.",
    "Close other programs; on a Pi, check power and heat, and switch the ambience off: `narrator play --no-ambience`.",
)
JUST_NOW = DoctorWords("un instant", "a moment")
AHEAD = DoctorWords("on ne sait combien, l'horloge ayant reculé", "who knows how long (the clock went back)")
MINUTES = DoctorWords("{count} min", "{count} min")
HOURS = DoctorWords("{count} h", "{count} h")
DAYS = DoctorWords("{count} jours", "{count} days")

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
