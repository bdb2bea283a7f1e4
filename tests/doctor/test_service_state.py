"""What systemd says of the service is told; where there is no systemd, that is a note and nothing is waited for."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.doctor.machine import service, unit
from narrator.doctor.visit import State, Visit, says

RUNNING = {
    "LoadState": "loaded",
    "ActiveState": "active",
    "UnitFileState": "enabled",
    "Result": "success",
    "NRestarts": "0",
    "ActiveEnterTimestamp": "Sat 2026-11-21 13:10:00 UTC",
}


class System:
    """A machine whose systemctl answers what a test writes."""

    def __init__(self, folder: Path) -> None:
        self._program = folder / "systemctl"
        self.visit = Visit("en", lambda words: pytest.fail(f"{words} is told"), quick=True)

    def answers(self, script: str) -> None:
        self._program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        self._program.chmod(0o700)

    def says(self, **state: str) -> None:
        said = "\n".join(f"{key}={value}" for key, value in {**RUNNING, **state}.items())
        self.answers(f"/bin/cat <<'END'\n{said}\nEND")


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> System:
    monkeypatch.setenv("PATH", str(tmp_path))
    return System(tmp_path)


def test_without_systemd_there_is_a_note(system: System) -> None:
    assert service(system.visit).text == says("service.no_systemd")
    system.answers("echo 'System has not been booted with systemd as init system' >&2; exit 1")
    assert service(system.visit).text == says("service.no_systemd")
    assert unit() == {}


def test_a_service_that_runs_is_well_and_says_since_when(system: System) -> None:
    system.says()
    found = service(system.visit)
    assert (found.state, "since Sat 2026-11-21 13:10:00" in found.text.written("en")) == (State.WELL, True)
    assert unit()["ActiveState"] == "active"


@pytest.mark.parametrize(
    ("said", "state", "remedy"),
    [
        ({"LoadState": "not-found", "ActiveState": "inactive"}, State.NOTE, says("service.install")),
        ({"ActiveState": "failed", "Result": "watchdog"}, State.WRONG, says("service.read_log")),
        ({"UnitFileState": "disabled"}, State.WRONG, says("service.enable")),
        ({"ActiveState": "inactive"}, State.NOTE, says("service.start")),
        ({"NRestarts": "4"}, State.NOTE, says("service.read_log")),
        ({"NRestarts": ""}, State.WELL, None),
    ],
)
def test_what_is_wrong_with_a_service_is_said_with_what_to_do(
    system: System, said: dict[str, str], state: State, remedy: object
) -> None:
    system.says(**said)
    found = service(system.visit)
    assert (found.state, found.remedy) == (state, remedy)
    assert bool(unit()) == (said.get("LoadState") != "not-found")


def test_equipment_that_the_service_has_is_no_fault_while_it_plays(system: System) -> None:
    assert (system.visit.boxed, system.visit.fault) == (False, State.WRONG)
    assert "systemctl" not in system.visit.freeing().written("en")
    system.says()
    system.visit = Visit("en", system.visit.tell)
    assert (system.visit.boxed, system.visit.fault) == (True, State.NOTE)
    assert "`sudo systemctl stop narrator`" in system.visit.freeing().written("en")
    system.says(ActiveState="inactive")
    system.visit = Visit("en", system.visit.tell)
    assert (system.visit.boxed, system.visit.fault) == (True, State.WRONG)


def test_a_systemctl_that_hangs_is_not_waited_for(system: System, monkeypatch: pytest.MonkeyPatch) -> None:
    system.answers("exec /bin/sleep 60")
    monkeypatch.setattr("narrator.doctor.machine.SECONDS", 0.2)
    assert service(system.visit).text == says("service.no_systemd")
