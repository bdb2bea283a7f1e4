"""Whether the loudspeaker opens and plays, and whether somebody hears a number that it says."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic

from narrator.audio.messages import LONGEST_LEAD_IN
from narrator.audio.playback import NoSoundError
from narrator.audio.sound_devices import configuration_fault, means
from narrator.doctor.finding import LOUDSPEAKER, Finding, says
from narrator.doctor.hands import answering
from narrator.doctor.microphone import by_card
from narrator.doctor.recogniser import RecogniserUnderTest
from narrator.doctor.versions import there
from narrator.doctor.visit import PATIENCE, Asking, Visit
from narrator.downloads.manifest import ManifestError
from narrator.downloads.store import find_model
from narrator.dsp.samples import silence
from narrator.installed_packages import PIP
from narrator.language.phrasebook import number_of, numerals
from narrator.listening.messages import RecogniserError

_LEAST, _MOST = 12, 39

SILENCE = 6.0
"""Seconds after which some loudspeakers sleep, and swallow how the next sound begins."""

_LONGER = 1.0  # seconds of lead-in, more than the settings say, by which such a one is told from one that is too soft


def loudspeaker(visit: Visit) -> Finding:
    """Try the loudspeaker; where that is well, tell where it is chosen by a number that may be another's tomorrow."""
    return by_card(_tried(visit), visit.settings.output)


def _tried(visit: Visit) -> Finding:
    """Open the loudspeaker and have it take sound; where somebody can be asked, say a number and ask for it back."""
    sound = visit.booth.sound
    if (missing := sound.missing) is not None:
        if not there("sounddevice"):
            return LOUDSPEAKER.wrong(says("loudspeaker.no_package"), says("loudspeaker.install_package", pip=PIP))
        if missing.kind == "portaudio":
            return LOUDSPEAKER.wrong(says("loudspeaker.no_portaudio", why=missing), says("loudspeaker.install"))
        if not visit.devices and (fault := configuration_fault()) is not None:
            return LOUDSPEAKER.wrong(says("loudspeaker.slip", detail=fault), says("loudspeaker.mend_file"))
        if not visit.has_loudspeaker:
            return Finding(LOUDSPEAKER, visit.fault, says("loudspeaker.none"), says("loudspeaker.plug"))
        return Finding(LOUDSPEAKER, visit.fault, says("loudspeaker.not_opened", why=missing), visit.freeing())
    try:
        sound.speak(silence(0.3))
    except NoSoundError as error:
        return LOUDSPEAKER.wrong(says("loudspeaker.lost", why=error), says("loudspeaker.look"))
    kept = visit.settings.output
    if kept and not means(kept, sound.device):
        return LOUDSPEAKER.wrong(
            says("loudspeaker.another", kept=kept, device=sound.device), says("loudspeaker.choose")
        )
    if visit.asking is None or visit.quick:
        return LOUDSPEAKER.well(says("loudspeaker.takes", device=sound.device))
    return _said_and_given_back(visit, visit.asking, sound.device)


def _said_and_given_back(visit: Visit, asking: Asking, device: str) -> Finding:
    lead_in = visit.settings.lead_in
    longer = min(lead_in + _LONGER, LONGEST_LEAD_IN)
    with ExitStack() as closing:
        closing.enter_context(answering(visit, asking))
        _recognise(visit, asking, closing)
        visit.tell(says("loudspeaker.asked"))
        try:
            if (first := _given_back(visit, asking, lead_in)) is None:
                return LOUDSPEAKER.well(says("loudspeaker.takes", device=device))
            number, answer = first
            if answer == number:
                return LOUDSPEAKER.well(says("loudspeaker.heard", device=device))
            visit.tell(says("loudspeaker.again"))
            again = _given_back(visit, asking, longer)
        except NoSoundError as error:
            return LOUDSPEAKER.wrong(says("loudspeaker.lost", why=error), says("loudspeaker.look"))
    if again is not None and again[0] == again[1]:
        return LOUDSPEAKER.wrong(
            says("loudspeaker.swallows", device=device), says("loudspeaker.lead_in", seconds=f"{longer:g}")
        )
    if answer is None:
        return LOUDSPEAKER.wrong(says("loudspeaker.no_answer", device=device), says("loudspeaker.louder"))
    return LOUDSPEAKER.wrong(
        says("loudspeaker.misheard", device=device, answer=answer, number=number), says("loudspeaker.louder")
    )


def _given_back(visit: Visit, asking: Asking, lead_in: float) -> tuple[int, int | None] | None:
    """Say a number after a silence; return it, and what is given back. None: it was not said.

    Raises:
        NoSoundError: the loudspeaker is lost.
    """
    number = visit.lot(_LEAST, _MOST)
    visit.booth.sound.lead_in(lead_in)
    visit.booth.sound.speak(silence(SILENCE))
    if not visit.aloud.say(says("loudspeaker.number", number=numerals(number, visit.language)[0])):
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
