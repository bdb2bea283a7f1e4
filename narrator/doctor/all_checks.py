"""Runs every check of the doctor in its order, each with a time limit; none can stop the others."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import cast

from narrator.doctor import check_names
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.visit import Visit

SECONDS = 120.0
"""What a check may take by itself: a Raspberry Pi loads a model from its card."""

SECONDS_ASKING = 600.0
"""What it may take where somebody is asked."""

NOT_DONE = DoctorWords("round.not_done")
REINSTALL = DoctorWords("round.reinstall")
NOT_ENDED = DoctorWords("round.not_ended")
REPLUG = DoctorWords("round.replug")


@dataclass(frozen=True)
class Check:
    """One check: what it looks at, and where its function is, which is loaded only when it is its turn."""

    name: DoctorWords
    module: str
    function: str

    def __call__(self, visit: Visit) -> Finding:
        """Look."""
        look = getattr(import_module(f"narrator.doctor.{self.module}"), self.function)
        return cast(Callable[[Visit], Finding], look)(visit)


CHECKS = (
    Check(check_names.LOUDSPEAKER, "checks.loudspeaker", "loudspeaker"),
    Check(check_names.VOICE, "checks.voices", "voice"),
    Check(check_names.KEPT_PHRASES, "checks.voices", "cache"),
    Check(check_names.GAPS, "checks.underruns", "underruns"),
    Check(check_names.MICROPHONE, "checks.microphone", "microphone"),
    Check(check_names.RECOGNISER, "checks.recogniser", "recogniser"),
    Check(check_names.KEYPAD, "checks.keypad", "keypad"),
    Check(check_names.BUTTON, "checks.button", "button"),
    Check(check_names.LIGHT, "checks.light", "light"),
    Check(check_names.DISK, "checks.storage", "disk"),
    Check(check_names.JOURNAL, "checks.storage", "journal"),
    Check(check_names.SETTINGS, "checks.settings", "choices"),
    Check(check_names.CLOCK, "checks.clock", "clock"),
    Check(check_names.HEAT, "checks.heat", "heat"),
    Check(check_names.SERVICE, "checks.service", "service"),
    Check(check_names.PROGRAM, "versions", "versions"),
)
"""The loudspeaker comes first: what follows is said."""

IF_ASKED = Check(check_names.SELF_TEST, "checks.self_test", "self_test")
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
            why = f"{type(error).__name__}: {error}"
            found.append(Finding(check.name, State.WRONG, NOT_DONE(why=why), REINSTALL))

    thread = threading.Thread(target=look, name=check.function, daemon=True)
    thread.start()
    thread.join(seconds)
    return found[0] if found else Finding(check.name, State.WRONG, NOT_ENDED, REPLUG)
