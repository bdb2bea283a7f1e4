"""Whether the narrator's voice speaks, the loudspeaker plays it, and somebody hears a number that it says."""

from __future__ import annotations

import re
import threading
from contextlib import ExitStack, closing
from itertools import islice
from time import monotonic

import numpy as np

from narrator.base.downloads.manifest import ManifestError
from narrator.base.downloads.store import find_model
from narrator.base.resources import PIP, cache_folder
from narrator.doctor.hands import answering
from narrator.doctor.machine import there
from narrator.doctor.microphone import RecogniserUnderTest, by_card
from narrator.doctor.visit import KEPT_PHRASES, LOUDSPEAKER, PATIENCE, VOICE, Asking, DoctorWords, Finding, Visit, says
from narrator.ear.messages import RecogniserError
from narrator.sound.audio.messages import LONGEST_LEAD_IN
from narrator.sound.audio.playback import NoSoundError
from narrator.sound.audio.sound import Sound
from narrator.sound.audio.sound_devices import configuration_fault, means
from narrator.sound.dsp.samples import RATE, Samples, silence
from narrator.table.language.phrasebook import number_of, numerals
from narrator.voice.cache import Cache
from narrator.voice.performance import AT_AN_END, Phrase
from narrator.voice.processing import lacking
from narrator.voice.profile import RECORDED, load_voice
from narrator.voice.recital import LineSpeaker, recordings_of
from narrator.voice.recordings import Recordings, RecordingsError
from narrator.voice.synthesisers.synthesiser import SynthesiserError, engine_of
from narrator.voice.voice_files import VoiceError

_SENTENCES = re.compile(r"[^.!?]*\w[^.!?]*(?:[.!?]+(?!\s|$)[^.!?]*)*[.!?]*")
_MOST_SENTENCES = 12  # of one finding
_PATIENCE = 10.0  # seconds for which another thread is let finish


def voice(visit: Visit) -> Finding:
    """Have the engine of the table's voice speak a sentence, without what is kept."""
    try:
        asked = load_voice(visit.settings.voice.get(visit.language, visit.language))
    except VoiceError as error:
        return VOICE.wrong(says("voices.bad", why=error), says("voices.choose"))
    if asked.engine == RECORDED:
        try:
            with closing(Recordings(recordings_of(asked))) as recordings:
                return VOICE.well(says("voices.recordings", name=asked.name, count=len(recordings)))
        except RecordingsError as error:
            return VOICE.wrong(says("voices.silent", name=asked.name, why=error), says("voices.again"))
    engine = engine_of(asked)
    visit.closing.callback(engine.close)
    try:
        engine.ready()
        begun = monotonic()
        spoken = engine.render(says("voices.sentence").written(visit.language), 1.0, strong=False)
        took = monotonic() - begun
    except SynthesiserError as error:
        remedy = says("voices.install", pip=PIP) if asked.engine == "pyttsx3" else says("voices.fetch")
        return VOICE.wrong(says("voices.silent", name=asked.name, why=error), remedy)
    finally:
        engine.close()
    if lacking():
        return VOICE.note(says("voices.plain", name=asked.name), says("voices.effects", pip=PIP))
    return VOICE.well(says("voices.speaks", name=asked.name, seconds=len(spoken) / RATE, took=took))


def cache(visit: Visit) -> Finding:  # noqa: ARG001 - as all checks are called
    """See whether phrases can be kept, and how many are."""
    folder = cache_folder()
    kept = Cache(folder)
    sizes = [file.stat().st_size for file in folder.glob("*.pcm")]
    if not kept.trouble:
        kept.put(b"doctor", b"\0" * 64)
    if kept.trouble:
        return KEPT_PHRASES.wrong(says("voices.unkept", why=kept.trouble), says("voices.writable", folder=folder))
    return KEPT_PHRASES.well(says("voices.kept", count=len(sizes), size=sum(sizes) / 1e6))


class DoctorVoice:
    """Says words through a loudspeaker that is open. What cannot be said is left out: it has been written. Close it."""

    def __init__(self, language: str, voice: str, sound: Sound) -> None:
        """`voice` is a voice's name, or a language for its default voice."""
        self._language, self._sound = language, sound
        self._lock = threading.Lock()
        self._speaker: LineSpeaker | None = None
        try:
            self._speaker = LineSpeaker(load_voice(voice), Cache(cache_folder()), lambda _sentence: None)
        except VoiceError:
            return  # the voice has a check of its own

    def say(self, words: DoctorWords) -> bool:
        """Say words and wait for their end; whether anything was said."""
        if self._speaker is None or self._sound.missing is not None or not self._lock.acquire(timeout=_PATIENCE):
            return False
        try:
            samples = self._samples(words.spoken(self._language), self._speaker)
            self._sound.speak(samples)
        except NoSoundError:
            return False
        finally:
            self._lock.release()
        return bool(samples.any())

    def close(self) -> None:
        if self._speaker is not None:
            self._speaker.close()

    def _samples(self, text: str, speaker: LineSpeaker) -> Samples:
        sentences = [Phrase(sentence.strip()) for sentence in islice(_SENTENCES.findall(text), _MOST_SENTENCES)]
        said = map(speaker.rendered(sentences), sentences)
        return np.concatenate([silence(0), *(part for one in said for part in (one, silence(AT_AN_END)))])


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
