"""Runs every check of the doctor in its order, each with a time limit, and reports what they found for a bug."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import cast

from narrator.base.processes import event_log
from narrator.base.resources import log_file
from narrator.base.sentences import reason
from narrator.doctor import visit as named
from narrator.doctor.machine import inventory
from narrator.doctor.visit import DoctorWords, Finding, State, Visit, says

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
    Check(named.VOICE, "loudspeaker", "voice"),
    Check(named.KEPT_PHRASES, "loudspeaker", "cache"),
    Check(named.GAPS, "machine", "underruns"),
    Check(named.MICROPHONE, "microphone", "microphone"),
    Check(named.RECOGNISER, "microphone", "recogniser"),
    Check(named.KEYPAD, "hands", "keypad"),
    Check(named.BUTTON, "hands", "button"),
    Check(named.LIGHT, "hands", "light"),
    Check(named.DISK, "storage", "disk"),
    Check(named.JOURNAL, "storage", "journal"),
    Check(named.SETTINGS, "machine", "choices"),
    Check(named.CLOCK, "machine", "clock"),
    Check(named.HEAT, "machine", "heat"),
    Check(named.SERVICE, "machine", "service"),
    Check(named.PROGRAM, "machine", "versions"),
)
"""The loudspeaker comes first: what follows is said."""

IF_ASKED = Check(named.SELF_TEST, "microphone", "self_test")
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


_LINES = 200


def plain(found: Sequence[Finding], language: str) -> list[dict[str, str]]:
    """Return findings as a program reads them."""
    return [
        {
            "name": finding.name.written(language),
            "state": finding.state.value,
            "text": finding.text.written(language),
            "remedy": finding.remedy.written(language) if finding.remedy else "",
        }
        for finding in found
    ]


def as_json(visit: Visit, found: Sequence[Finding]) -> str:
    """Return all that the report has, as JSON."""
    whole = {
        "versions": inventory(visit.root),
        "devices": _devices(visit),
        "findings": plain(found, visit.language),
        "log": _log(),
    }
    return homely(json.dumps(whole, ensure_ascii=False, indent=1))


def as_text(visit: Visit, found: Sequence[Finding]) -> str:
    """Return the report."""
    language = visit.language

    def heading(words: DoctorWords) -> str:
        return f"\n{words.written(language)}\n"

    lines = [says("report.about").written(language), heading(says("report.versions"))]
    lines += [
        f"{name}: {version or says('report.absent').written(language)}"
        for name, version in inventory(visit.root).items()
    ]
    lines += [
        heading(says("report.devices")),
        *(_devices(visit) or [says("report.absent").written(language)]),
        heading(says("report.findings")),
    ]
    for finding in found:
        lines.append(f"{finding.name.written(language)} [{finding.state.value}] {finding.text.written(language)}")
        if finding.remedy is not None:
            lines.append(f"    {says('report.todo', remedy=finding.remedy).written(language)}")
    if log := _log():
        lines += [heading(says("report.log")), *log]
    return homely("\n".join(lines)) + "\n"


def homely(text: str) -> str:
    """Put `~` for the home folder, whose name is often a person's."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _log() -> list[str]:
    """Return the end of the program's log, but for what it has of games."""
    return event_log.tail(Path(os.environ.get(event_log.VARIABLE) or log_file()), _LINES)


def _devices(visit: Visit) -> list[str]:
    return [f"{device.name}: {device.outputs}/{device.inputs}, {device.rate} Hz" for device in visit.devices]
