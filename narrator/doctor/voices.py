"""Whether the narrator's voice speaks, whether what it renders is kept, and the voice that says what is found."""

from __future__ import annotations

import re
import threading
from contextlib import closing
from itertools import islice
from time import monotonic

import numpy as np

from narrator.audio.playback import NoSoundError
from narrator.audio.sound import Sound
from narrator.doctor.finding import KEPT_PHRASES, VOICE, DoctorWords, Finding, says
from narrator.doctor.visit import Visit
from narrator.dsp.samples import RATE, Samples, silence
from narrator.installed_packages import PIP
from narrator.resources import cache_folder
from narrator.speech.cache import Cache
from narrator.speech.performance import AT_AN_END, Phrase
from narrator.speech.processing import lacking
from narrator.speech.profile import RECORDED, load_voice
from narrator.speech.recital import LineSpeaker, recordings_of
from narrator.speech.recordings import Recordings, RecordingsError
from narrator.speech.synthesisers.synthesiser import SynthesiserError, engine_of
from narrator.speech.voice_files import VoiceError

_SENTENCES = re.compile(r"[^.!?]*\w[^.!?]*(?:[.!?]+(?!\s|$)[^.!?]*)*[.!?]*")
_MOST = 12  # sentences of one finding
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
        sentences = [Phrase(sentence.strip()) for sentence in islice(_SENTENCES.findall(text), _MOST)]
        said = map(speaker.rendered(sentences), sentences)
        return np.concatenate([silence(0), *(part for one in said for part in (one, silence(AT_AN_END)))])
