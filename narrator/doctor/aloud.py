"""Speaks what the doctor finds, where there is a loudspeaker and a speech engine."""

from __future__ import annotations

import re
import threading
from itertools import islice

import numpy as np

from narrator.audio.playback import NoSoundError
from narrator.audio.sound import Sound
from narrator.doctor.finding import DoctorWords
from narrator.dsp.samples import Samples, silence
from narrator.resources import cache_folder
from narrator.speech.cache import Cache
from narrator.speech.line_speaker import LineSpeaker
from narrator.speech.performance import AT_AN_END, Phrase
from narrator.speech.profile import load_voice
from narrator.speech.voice_files import VoiceError

_SENTENCES = re.compile(r"[^.!?]*\w[^.!?]*(?:[.!?]+(?!\s|$)[^.!?]*)*[.!?]*")
_MOST = 12  # sentences of one finding
_PATIENCE = 10.0  # seconds for which another thread is let finish


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
