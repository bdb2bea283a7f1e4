"""The service that starts the game at power-on: whether it is installed, enabled, running, and how often it fell."""

from __future__ import annotations

from narrator.doctor.check_names import SERVICE
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.system_programs import NotRunError, answer_of
from narrator.doctor.visit import Visit

UNIT = "narrator.service"

NO_SYSTEMD = DoctorWords(
    "Pas de systemd ici ; la partie se lance à la main.", "No systemd here; games are begun by hand."
)
NOT_INSTALLED = DoctorWords(
    "Il n'est pas installé ; la partie se lance à la main.", "Not installed; games are begun by hand."
)
INSTALL = DoctorWords(
    "Pour une boîte qui parle dès l'allumage : `make pi`.", "For a box that begins at power-on: `make pi`."
)
FAILED = DoctorWords("Il est tombé et ne repart pas ({why}).", "It has failed and does not start again ({why}).")
READ_LOG = DoctorWords(
    "Lisez ce qu'il a dit : `journalctl -u narrator -b`, puis relancez-le : `sudo systemctl restart narrator`.",
    "Read what it said: `journalctl -u narrator -b`, then start it again: `sudo systemctl restart narrator`.",
)
NOT_ENABLED = DoctorWords("Il ne démarrera pas à l'allumage.", "It will not start at power-on.")
ENABLE = DoctorWords("Activez-le : `sudo systemctl enable narrator`.", "Enable it: `sudo systemctl enable narrator`.")
STOPPED = DoctorWords("Il est arrêté, et démarrera à l'allumage.", "It is stopped, and will start at power-on.")
START = DoctorWords(
    "Pour jouer maintenant : `sudo systemctl start narrator`.", "To play now: `sudo systemctl start narrator`."
)
RESTARTED = DoctorWords(
    "Il tourne depuis {since}, mais a été relancé {count} fois.",
    "It has been running since {since}, but was restarted {count} times.",
)
RUNNING = DoctorWords("Il tourne depuis {since}.", "It has been running since {since}.")

_ASKED = ("LoadState", "ActiveState", "UnitFileState", "Result", "NRestarts", "ActiveEnterTimestamp")


def unit() -> dict[str, str]:
    """Return what systemd knows of the service; nothing where it is not installed, or nobody answers."""
    try:
        known = state()
    except NotRunError:
        return {}
    return known if known.get("LoadState") == "loaded" else {}


def state() -> dict[str, str]:
    """Return what systemd knows of the service.

    Raises:
        NotRunError: there is no systemd, it does not run this machine, or it does not answer.
    """
    answer = answer_of("systemctl", "show", UNIT, f"--property={','.join(_ASKED)}")
    return dict(line.split("=", 1) for line in answer.splitlines() if "=" in line)


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
