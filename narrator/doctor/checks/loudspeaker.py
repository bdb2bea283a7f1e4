"""Whether the loudspeaker opens and plays, and whether somebody hears a number that it says."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic

from narrator.audio.messages import LONGEST_LEAD_IN
from narrator.audio.playback import NoSoundError
from narrator.doctor.asking import PATIENCE, Asking
from narrator.doctor.check_names import LOUDSPEAKER
from narrator.doctor.checks.keypad import answering
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.packages import there
from narrator.doctor.recogniser_under_test import RecogniserUnderTest
from narrator.doctor.visit import Visit
from narrator.downloads.manifest import ManifestError
from narrator.downloads.store import find_model
from narrator.dsp.samples import silence
from narrator.language.phrasebook import number_of, numerals
from narrator.listening.recogniser import RecogniserError
from narrator.pip_command import PIP

NO_PORTAUDIO = DoctorWords("loudspeaker.no_portaudio")
INSTALL = DoctorWords("loudspeaker.install")
NO_PACKAGE = DoctorWords("loudspeaker.no_package")
INSTALL_PACKAGE = DoctorWords("loudspeaker.install_package")(pip=PIP)
NONE = DoctorWords("loudspeaker.none")
NOT_OPENED = DoctorWords("loudspeaker.not_opened")
PLUG = DoctorWords("loudspeaker.plug")
LOST = DoctorWords("loudspeaker.lost")
LOOK = DoctorWords("loudspeaker.look")
TAKES = DoctorWords("loudspeaker.takes")
ANOTHER = DoctorWords("loudspeaker.another")
CHOOSE = DoctorWords("loudspeaker.choose")
SWALLOWS = DoctorWords("loudspeaker.swallows")
LEAD_IN = DoctorWords("loudspeaker.lead_in")
ASKED = DoctorWords("loudspeaker.asked")
AGAIN = DoctorWords("loudspeaker.again")
NUMBER = DoctorWords("loudspeaker.number")
HEARD = DoctorWords("loudspeaker.heard")
NO_ANSWER = DoctorWords("loudspeaker.no_answer")
MISHEARD = DoctorWords("loudspeaker.misheard")
LOUDER = DoctorWords("loudspeaker.louder")

_LEAST, _MOST = 12, 39

SILENCE = 6.0
"""Seconds after which some loudspeakers sleep, and swallow how the next sound begins."""

_LONGER = 1.0  # seconds of lead-in, more than the settings say, by which such a one is told from one that is too soft


def loudspeaker(visit: Visit) -> Finding:
    """Open the loudspeaker and have it take sound; where somebody can be asked, say a number and ask for it back."""
    sound = visit.booth.sound
    if (missing := sound.missing) is not None:
        if not there("sounddevice"):
            return Finding(LOUDSPEAKER, State.WRONG, NO_PACKAGE, INSTALL_PACKAGE)
        if missing.kind == "portaudio":
            return Finding(LOUDSPEAKER, State.WRONG, NO_PORTAUDIO(why=missing), INSTALL)
        if not visit.has_loudspeaker:
            return Finding(LOUDSPEAKER, visit.fault, NONE, PLUG)
        return Finding(LOUDSPEAKER, visit.fault, NOT_OPENED(why=missing), visit.freeing())
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
    lead_in = visit.settings.lead_in
    longer = min(lead_in + _LONGER, LONGEST_LEAD_IN)
    with ExitStack() as closing:
        closing.enter_context(answering(visit, asking))
        _recognise(visit, asking, closing)
        visit.tell(ASKED)
        try:
            if (first := _given_back(visit, asking, lead_in)) is None:
                return Finding(LOUDSPEAKER, State.WELL, TAKES(device=device))
            number, answer = first
            if answer == number:
                return Finding(LOUDSPEAKER, State.WELL, HEARD(device=device))
            visit.tell(AGAIN)
            again = _given_back(visit, asking, longer)
        except NoSoundError as error:
            return Finding(LOUDSPEAKER, State.WRONG, LOST(why=error), LOOK)
    if again is not None and again[0] == again[1]:
        return Finding(LOUDSPEAKER, State.WRONG, SWALLOWS(device=device), LEAD_IN(seconds=f"{longer:g}"))
    if answer is None:
        return Finding(LOUDSPEAKER, State.WRONG, NO_ANSWER(device=device), LOUDER)
    return Finding(LOUDSPEAKER, State.WRONG, MISHEARD(device=device, answer=answer, number=number), LOUDER)


def _given_back(visit: Visit, asking: Asking, lead_in: float) -> tuple[int, int | None] | None:
    """Say a number after a silence; return it, and what is given back. None: it was not said.

    Raises:
        NoSoundError: the loudspeaker is lost.
    """
    number = visit.lot(_LEAST, _MOST)
    visit.booth.sound.lead_in(lead_in)
    visit.booth.sound.speak(silence(SILENCE))
    if not visit.aloud.say(NUMBER(number=numerals(number, visit.language)[0])):
        return None
    asking.forget()
    return number, _number(asking, visit.language)


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
