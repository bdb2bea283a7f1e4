"""Whether speech can be recognised: the package, the model, its files, and whether it loads."""

from __future__ import annotations

from narrator.doctor.check_names import RECOGNISER
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.packages import there
from narrator.doctor.recogniser_under_test import RecogniserUnderTest
from narrator.doctor.visit import Visit
from narrator.downloads.manifest import ManifestError
from narrator.downloads.store import MODELS, find_model, shipped
from narrator.downloads.transfer import DownloadError
from narrator.listening.recogniser import RecogniserError
from narrator.pip_command import PIP

NO_PACKAGE = DoctorWords("recogniser.no_package")
INSTALL = DoctorWords("recogniser.install")(pip=PIP)
NO_MODEL = DoctorWords("recogniser.no_model")
FETCH = DoctorWords("recogniser.fetch")
DAMAGED = DoctorWords("recogniser.damaged")
ANEW = DoctorWords("recogniser.anew")
NOT_LOADED = DoctorWords("recogniser.not_loaded")
RESTART = DoctorWords("recogniser.restart")
BAD_MANIFEST = DoctorWords("recogniser.bad_manifest")
MEND = DoctorWords("recogniser.mend")
NO_DETECTOR = DoctorWords("recogniser.no_detector")
DETECTOR = DoctorWords("recogniser.detector")(pip=PIP)
WELL = DoctorWords("recogniser.well")


def recogniser(visit: Visit) -> Finding:
    """Look for the package and a model, read the model's files, and load it in a process of its own."""
    lacking = State.WRONG if visit.has_microphone else State.NOTE
    if not there("vosk"):
        return Finding(RECOGNISER, lacking, NO_PACKAGE, INSTALL)
    try:
        model = find_model(visit.language)
        if model is None:
            return Finding(RECOGNISER, lacking, NO_MODEL, FETCH(language=visit.language))
        ours = model == shipped(visit.language)
        if not visit.quick and not ours and (faults := MODELS.faults(model.name)):
            return Finding(RECOGNISER, State.WRONG, DAMAGED(model=model.name, why=faults[0]), ANEW(model=model.name))
    except (ManifestError, DownloadError) as error:
        return Finding(RECOGNISER, State.WRONG, BAD_MANIFEST(why=error), MEND)
    try:
        with RecogniserUnderTest(model, visit.language) as hearing:
            detector, seconds = hearing.detector, hearing.seconds
    except RecogniserError as error:
        if error.kind == "package":
            return Finding(RECOGNISER, State.WRONG, NO_PACKAGE, INSTALL)
        return Finding(RECOGNISER, State.WRONG, NOT_LOADED(model=model.name, why=error), RESTART(model=model.name))
    if detector != "silero":
        return Finding(RECOGNISER, State.NOTE, NO_DETECTOR(model=model.name), DETECTOR)
    return Finding(RECOGNISER, State.WELL, WELL(model=model.name, seconds=seconds))
