"""Whether the settings can be read, and whether what they name exists."""

from __future__ import annotations

from narrator.app.settings import load_settings, settings_path
from narrator.doctor.check_names import SETTINGS
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.visit import Visit

BAD = DoctorWords("settings.bad")
MEND = DoctorWords("settings.mend")
NO_SOUNDS = DoctorWords("settings.no_sounds")
NONE = DoctorWords("settings.none")
WELL = DoctorWords("settings.well")


def choices(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Read the settings, and look for what they name besides devices, which have checks of their own."""
    wrong: list[str] = []
    settings = load_settings(wrong.append)
    mend = MEND(path=settings_path())
    if wrong:
        return Finding(SETTINGS, State.WRONG, BAD(why=wrong[0]), mend)
    if settings.sounds is not None and not settings.sounds.is_dir():
        return Finding(SETTINGS, State.WRONG, NO_SOUNDS(folder=settings.sounds), mend)
    names = sorted(settings.chosen())
    return Finding(SETTINGS, State.WELL, WELL(names=", ".join(names)) if names else NONE)
