"""Whether the table's settings can be read, and name what there is."""

from __future__ import annotations

from narrator.app.settings import load_settings, settings_path
from narrator.doctor.check_names import SETTINGS
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.visit import Visit

BAD = DoctorWords("Ils ne sont pas pris en compte ({why}).", "They are not used ({why}).")
MEND = DoctorWords("Corrigez ou supprimez ce fichier : `{path}`.", "Correct this file, or delete it: `{path}`.")
NO_SOUNDS = DoctorWords(
    "Le dossier de vos sons n'est pas là ({folder}).", "The folder of your sounds is not here ({folder})."
)
NONE = DoctorWords("Aucun ; tout est par défaut.", "None; everything is as it comes.")
WELL = DoctorWords("Ils se lisent : {names}.", "They can be read: {names}.")


def choices(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """Read the settings, and look for what they name besides devices, which have checks of their own."""
    wrong: list[str] = []
    settings = load_settings(wrong.append)
    mend = MEND(path=settings_path())
    if wrong:
        return Finding(SETTINGS, State.WRONG, BAD(why=wrong[0]), mend)
    if settings.sounds is not None and not settings.sounds.is_dir():
        return Finding(SETTINGS, State.WRONG, NO_SOUNDS(folder=settings.sounds), mend)
    names = sorted(settings.model_fields_set)
    return Finding(SETTINGS, State.WELL, WELL(names=", ".join(names)) if names else NONE)
