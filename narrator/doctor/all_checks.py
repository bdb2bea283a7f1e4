"""Runs every check of the doctor in its order, each with a time limit; none can stop the others."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from narrator.doctor import finding as named
from narrator.doctor.finding import DoctorWords, Finding, State, says
from narrator.doctor.visit import Visit
from narrator.story.sentences import reason

SECONDS = 120.0
"""What a check may take by itself: a Raspberry Pi loads a model from its card."""

SECONDS_ASKING = 600.0
"""What it may take where somebody is asked."""


@dataclass(frozen=True)
class Check:
    """One check: what it looks at, and where its function is, which is loaded only when it is its turn."""

    name: DoctorWords
    module: str
    function: str

    def __call__(self, visit: Visit) -> Finding:
        look = getattr(import_module(f"narrator.doctor.{self.module}"), self.function)
        return cast(Callable[[Visit], Finding], look)(visit)


CHECKS = (
    Check(named.LOUDSPEAKER, "loudspeaker", "loudspeaker"),
    Check(named.VOICE, "voices", "voice"),
    Check(named.KEPT_PHRASES, "voices", "cache"),
    Check(named.GAPS, "machine", "underruns"),
    Check(named.MICROPHONE, "microphone", "microphone"),
    Check(named.RECOGNISER, "recogniser", "recogniser"),
    Check(named.KEYPAD, "hands", "keypad"),
    Check(named.BUTTON, "hands", "button"),
    Check(named.LIGHT, "hands", "light"),
    Check(named.DISK, "storage", "disk"),
    Check(named.JOURNAL, "storage", "journal"),
    Check(named.SETTINGS, "machine", "choices"),
    Check(named.CLOCK, "machine", "clock"),
    Check(named.HEAT, "machine", "heat"),
    Check(named.SERVICE, "machine", "service"),
    Check(named.PROGRAM, "versions", "versions"),
)
"""The loudspeaker comes first: what follows is said."""

IF_ASKED = Check(named.SELF_TEST, "recogniser", "self_test")
"""What is only done where somebody wants it."""


def findings(visit: Visit, checks: tuple[Check, ...] = CHECKS) -> Iterator[Finding]:
    """Yield what is found, check by check."""
    for check in checks:
        yield examined(check, visit, SECONDS if visit.asking is None else SECONDS_ASKING)


def examined(check: Check, visit: Visit, seconds: float) -> Finding:
    """Return what a check finds; one that fails or does not end is a finding too."""
    found: list[Finding] = []

    def look() -> None:
        try:
            found.append(check(visit))
        except Exception as error:  # whatever a broken machine makes of a check, the others are still to come
            why, remedy = f"{type(error).__name__}: {error}", says("round.reinstall")
            if isinstance(error, OSError) and error.filename is not None:
                why = f"{error.filename}: {reason(error)}"
                if not isinstance(error, FileNotFoundError):  # it is there, and not as it should be
                    remedy = says("round.mend_file")
            found.append(Finding(check.name, State.WRONG, says("round.not_done", why=why), remedy))

    thread = threading.Thread(target=look, name=check.function, daemon=True)
    thread.start()
    thread.join(seconds)
    return found[0] if found else Finding(check.name, State.WRONG, says("round.not_ended"), says("round.replug"))
