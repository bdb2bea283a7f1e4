"""Whether the clock is right: a Raspberry Pi has none that outlives its power."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path

import narrator
from narrator.doctor.check_names import CLOCK
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.system_programs import NotRunError, answer_of
from narrator.doctor.visit import Visit
from narrator.games import saved_games
from narrator.journal.journal_file import SUFFIX

BEHIND = DoctorWords("clock.behind")
SET = DoctorWords("clock.set")
WELL = DoctorWords("clock.well")
SYNCHRONISED = DoctorWords("clock.synchronised")

_A_DAY = 86400.0


def clock(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """See whether the clock is behind what has certainly been: this program, and the games that were played."""
    now = time.time()
    written = f"{datetime.fromtimestamp(now):%Y-%m-%d %H:%M}"
    if now < _latest() - _A_DAY:
        return Finding(CLOCK, State.WRONG, BEHIND(now=written), SET)
    try:
        synchronised = answer_of("timedatectl", "show", "--property=NTPSynchronized", "--value").strip() == "yes"
    except NotRunError:
        synchronised = False
    return Finding(CLOCK, State.WELL, (SYNCHRONISED if synchronised else WELL)(now=written))


def _latest() -> float:
    """Return the latest time of a file that is known to have been written before now."""
    files = [Path(narrator.__file__), *saved_games.folder().glob(f"*{SUFFIX}")]
    return max(file.stat().st_mtime for file in files)
