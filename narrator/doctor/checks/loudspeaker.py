"""Whether the loudspeaker opens and takes sound; and whether somebody hears a number that is said."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic

from narrator.audio.playback import NoSoundError
from narrator.doctor.asking import PATIENCE, Asking
from narrator.doctor.check_names import LOUDSPEAKER
from narrator.doctor.checks.keypad import answering
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.packages import there
from narrator.doctor.recogniser_under_test import RecogniserUnderTest
from narrator.doctor.visit import Visit
from narrator.downloads.manifest import ManifestError
from narrator.downloads.models import find_model
from narrator.dsp.samples import silence
from narrator.language.numerals import number_of, numerals
from narrator.listening.recogniser import RecogniserError

NO_PORTAUDIO = DoctorWords("loudspeaker.no_portaudio")
INSTALL = DoctorWords("loudspeaker.install")
NO_PACKAGE = DoctorWords("loudspeaker.no_package")
INSTALL_PACKAGE = DoctorWords("loudspeaker.install_package")
NOT_OPENED = DoctorWords("loudspeaker.not_opened")
PLUG = DoctorWords("loudspeaker.plug")
LOST = DoctorWords("loudspeaker.lost")
LOOK = DoctorWords("loudspeaker.look")
TAKES = DoctorWords("loudspeaker.takes")
ANOTHER = DoctorWords("loudspeaker.another")
CHOOSE = DoctorWords("loudspeaker.choose")
ASKED = DoctorWords("loudspeaker.asked")
NUMBER = DoctorWords("loudspeaker.number")
HEARD = DoctorWords("loudspeaker.heard")
NO_ANSWER = DoctorWords("loudspeaker.no_answer")
MISHEARD = DoctorWords("loudspeaker.misheard")
LOUDER = DoctorWords("loudspeaker.louder")

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
        if not visit.aloud.say(NUMBER(number=said)):
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
    except (RecogniserError, ManifestError):
        return  # the recogniser has a check of its own
    closing.enter_context(visit.booth.tapped(hearing.heard))
