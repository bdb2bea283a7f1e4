"""What systemd knows about narrator's service."""

from __future__ import annotations

from narrator.doctor.system_programs import NotRunError, answer_of

UNIT = "narrator.service"

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
