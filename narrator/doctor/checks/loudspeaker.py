"""Whether the loudspeaker opens and takes sound; and whether somebody hears a number that is said."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic

from narrator.audio.sound import NoSoundError
from narrator.doctor.asking import PATIENCE, Asking
from narrator.doctor.check_names import LOUDSPEAKER
from narrator.doctor.checks.keypad import answering
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.hearing import NotHearingError, RecogniserUnderTest
from narrator.doctor.packages import there
from narrator.doctor.visit import Visit
from narrator.downloads.manifest import ManifestError
from narrator.downloads.models import find_model
from narrator.dsp.samples import silence
from narrator.language.numerals import number_of, numerals

NO_PORTAUDIO = DoctorWords("La bibliothèque PortAudio manque ({why}).", "The PortAudio library is missing ({why}).")
INSTALL = DoctorWords(
    "Installez-la : `sudo apt install libportaudio2`.", "Install it: `sudo apt install libportaudio2`."
)
NO_PACKAGE = DoctorWords("Le paquet sounddevice manque.", "The package sounddevice is missing.")
INSTALL_PACKAGE = DoctorWords("Installez-le : `pip install sounddevice`.", "Install it: `pip install sounddevice`.")
NOT_OPENED = DoctorWords("Aucun haut-parleur ne s'ouvre ({why}).", "No loudspeaker can be opened ({why}).")
PLUG = DoctorWords(
    "Branchez un haut-parleur ou une carte son, et fermez ce qui s'en sert : `sudo systemctl stop narrator`.",
    "Plug in a loudspeaker or a sound card, and close what is using it: `sudo systemctl stop narrator`.",
)
LOST = DoctorWords("Il s'est tu pendant l'essai ({why}).", "It fell silent while it was tried ({why}).")
LOOK = DoctorWords(
    "Vérifiez sa fiche et son alimentation, puis recommencez.", "Check its plug and its power, then try again."
)
TAKES = DoctorWords("« {device} » s'ouvre et prend le son.", "“{device}” opens and takes sound.")
ANOTHER = DoctorWords(
    "« {kept} » est choisi et n'est pas ouvert ; « {device} » sert à sa place.",
    "“{kept}” is chosen and is not open; “{device}” serves in its place.",
)
CHOOSE = DoctorWords(
    "Rebranchez-le, ou choisissez-en un autre : `narrator devices --output NOM`.",
    "Plug it in again, or choose another: `narrator devices --output LOUDSPEAKER`.",
)
ASKED = DoctorWords(
    "Je vais dire un nombre. Redites-le, au clavier, au pavé ou de vive voix.",
    "I am going to say a number. Give it back, by keyboard, keypad or voice.",
)
HEARD = DoctorWords("« {device} » s'entend : le nombre dit a été redit.", "“{device}” is heard: the number came back.")
NO_ANSWER = DoctorWords(
    "« {device} » prend le son, mais personne n'a redit le nombre.",
    "“{device}” takes sound, but nobody gave the number back.",
)
MISHEARD = DoctorWords(
    "« {device} » prend le son, mais un autre nombre a été compris : {answer} au lieu de {number}.",
    "“{device}” takes sound, but another number was understood: {answer} and not {number}.",
)
LOUDER = DoctorWords(
    "Montez le volume : `alsamixer`, ou choisissez un autre haut-parleur : `narrator devices --output NOM`.",
    "Raise the volume: `alsamixer`, or choose another loudspeaker: `narrator devices --output LOUDSPEAKER`.",
)

_LEAST, _MOST = 12, 39


def loudspeaker(visit: Visit) -> Finding:
    """Open the loudspeaker and have it take sound; where somebody can be asked, say a number and ask for it back."""
    sound = visit.booth.sound
    if (missing := sound.missing) is not None:
        if not there("sounddevice"):
            return Finding(LOUDSPEAKER, State.WRONG, NO_PACKAGE, INSTALL_PACKAGE)
        if missing.kind == "portaudio":
            return Finding(LOUDSPEAKER, State.WRONG, NO_PORTAUDIO(why=missing), INSTALL)
        return Finding(LOUDSPEAKER, visit.fault, NOT_OPENED(why=missing), PLUG)
    try:
        sound.speak(silence(0.3))
    except NoSoundError as error:
        return Finding(LOUDSPEAKER, State.WRONG, LOST(why=error), LOOK)
    kept = visit.settings.output
    if kept and kept.casefold() not in sound.device.casefold():
        return Finding(LOUDSPEAKER, State.WRONG, ANOTHER(kept=kept, device=sound.device), CHOOSE)
    if visit.asking is None or visit.quick:
        return Finding(LOUDSPEAKER, State.WELL, TAKES(device=sound.device))
    return _said_and_given_back(visit, visit.asking, sound.device)


def _said_and_given_back(visit: Visit, asking: Asking, device: str) -> Finding:
    number = visit.lot(_LEAST, _MOST)
    said = numerals(number, visit.language)[0]
    with ExitStack() as closing:
        closing.enter_context(answering(visit, asking))
        _recognise(visit, asking, closing)
        visit.tell(ASKED)
        if not visit.aloud.say(DoctorWords(said, said)):
            return Finding(LOUDSPEAKER, State.WELL, TAKES(device=device))
        asking.forget()
        answer = _number(asking, visit.language)
    if answer is None:
        return Finding(LOUDSPEAKER, State.WRONG, NO_ANSWER(device=device), LOUDER)
    if answer != number:
        return Finding(LOUDSPEAKER, State.WRONG, MISHEARD(device=device, answer=answer, number=number), LOUDER)
    return Finding(LOUDSPEAKER, State.WELL, HEARD(device=device))


def _number(asking: Asking, language: str) -> int | None:
    """Return the number that is given back; what is none is not an answer."""
    end = monotonic() + PATIENCE
    while (line := asking.line(end - monotonic())) is not None:
        number = int(line) if line.isdecimal() else number_of(line.casefold(), language)
        if number is not None:
            return number
    return None


def _recognise(visit: Visit, asking: Asking, closing: ExitStack) -> None:
    """Let the number be said, where there is a model for it and a microphone."""
    phrases = [numerals(number, visit.language)[0] for number in range(_LEAST, _MOST + 1)]
    try:
        if (model := find_model(visit.language)) is None:
            return
        hearing = closing.enter_context(RecogniserUnderTest(model, visit.language))
        hearing.catch(phrases, asking.put)
    except (NotHearingError, ManifestError):
        return  # the recogniser has a check of its own
    closing.enter_context(visit.booth.tapped(hearing.heard))
