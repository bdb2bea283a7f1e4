"""The service that starts the game at power-on: whether it is installed, enabled, running, how often it failed."""

from __future__ import annotations

from narrator.doctor.check_names import SERVICE
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.system_programs import NotRunError
from narrator.doctor.systemd_unit import state
from narrator.doctor.visit import Visit

NO_SYSTEMD = DoctorWords("service.no_systemd")
NOT_INSTALLED = DoctorWords("service.not_installed")
INSTALL = DoctorWords("service.install")
FAILED = DoctorWords("service.failed")
READ_LOG = DoctorWords("service.read_log")
NOT_ENABLED = DoctorWords("service.not_enabled")
ENABLE = DoctorWords("service.enable")
STOPPED = DoctorWords("service.stopped")
START = DoctorWords("service.start")
RESTARTED = DoctorWords("service.restarted")
RUNNING = DoctorWords("service.running")


def service(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Ask systemd about the service; where there is none, that is worth a note and no fault."""
    try:
        known = state()
    except NotRunError:
        return Finding(SERVICE, State.NOTE, NO_SYSTEMD)
    if known.get("LoadState") != "loaded":
        return Finding(SERVICE, State.NOTE, NOT_INSTALLED, INSTALL)
    if known.get("ActiveState") == "failed":
        return Finding(SERVICE, State.WRONG, FAILED(why=known.get("Result", "")), READ_LOG)
    if not known.get("UnitFileState", "").startswith("enabled"):
        return Finding(SERVICE, State.WRONG, NOT_ENABLED, ENABLE)
    if known.get("ActiveState") not in ("active", "reloading", "activating"):
        return Finding(SERVICE, State.NOTE, STOPPED, START)
    since, count = known.get("ActiveEnterTimestamp", ""), int(known.get("NRestarts") or 0)
    if count:
        return Finding(SERVICE, State.NOTE, RESTARTED(since=since, count=count), READ_LOG)
    return Finding(SERVICE, State.WELL, RUNNING(since=since))
