"""The report to attach to a bug: versions, devices, findings. No game and no player's name is in it."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

from narrator import whole_files
from narrator.doctor.finding import DoctorWords, Finding, says
from narrator.doctor.versions import inventory
from narrator.doctor.visit import Visit
from narrator.processes import event_log
from narrator.resources import log_file

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


def write(path: Path, text: str) -> None:
    """Write a report, for its owner's eyes.

    Raises:
        OSError: it cannot be written.
    """
    whole_files.write_asked(path, text, whole_files.PRIVATE)


def homely(text: str) -> str:
    """Put `~` for the home folder, whose name is often a person's."""
    home = str(Path.home())
    return text.replace(home, "~") if len(home) > 1 else text


def _log() -> list[str]:
    """Return the end of the program's log, but for what it has of games."""
    return event_log.tail(Path(os.environ.get(event_log.VARIABLE) or log_file()), _LINES)


def _devices(visit: Visit) -> list[str]:
    return [f"{device.name}: {device.outputs}/{device.inputs}, {device.rate} Hz" for device in visit.devices]
