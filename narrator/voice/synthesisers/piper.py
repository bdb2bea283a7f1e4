"""A voice of Piper, where `piper-tts` and the voice are installed: a neural network in a worker process.

It is started by the first phrase that is not in the cache, and an evening whose phrases all are never starts it. Piper
has no pitch and no emphasis of its own: what is strong is slower. It draws its intonation again each time, so the same
phrase rendered twice differs a little; a game keeps the first one.
"""

from __future__ import annotations

import base64
import os
from functools import cached_property
from pathlib import Path

from narrator.base.downloads.manifest import ManifestError, digest_of
from narrator.base.downloads.store import VOICES
from narrator.base.resources import PIP, installed_version
from narrator.base.sentences import to_user
from narrator.sound.dsp.samples import RATE, Samples, from_pcm, silence
from narrator.voice.profile import Voice
from narrator.voice.synthesisers.espeak import fitted
from narrator.voice.synthesisers.synthesiser import EngineWorker, Order, SynthesiserError, pronounceable

PACKAGE = "piper-tts"

_SECONDS_TO_START = 90.0  # a Raspberry Pi reads 75 MB from its card and compiles the network
_SECONDS_TO_RENDER = 30.0
_SECONDS_A_SIGN = 0.5  # a Pi 4 needs some 0.06 for a medium voice

_USUAL_RATE = 150
"""Words a minute that a voice of Piper is taken to speak: `rate` is in relation to it."""

_STRONG = 0.9

_RAW = "[["  # between these and `]]` Piper takes phonemes instead of letters


class Piper:
    """One voice of Piper, `NAME` or `NAME#SPEAKER` in its file."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._name, _, self._speaker = voice.voice.partition("#")
        self._worker: EngineWorker | None = None
        self._rate = RATE

    @cached_property
    def identity(self) -> str:
        model = self._model
        digest = digest_of(model)[:16] if os.path.isfile(model) else "absent"
        voice = self._voice
        return f"{PACKAGE} {installed_version(PACKAGE)} {voice.voice} {digest} rate {voice.rate} volume {voice.volume}"

    def ready(self) -> None:
        if self._worker is not None:
            return
        self._look()
        order: Order = {"model": str(self._model), "speaker": self._speaker, "volume": self._voice.volume}
        self._worker = EngineWorker("Piper", "piper_worker", order)
        try:
            self._rate = int(self._worker.answer(_SECONDS_TO_START)["rate"])
        except SynthesiserError:
            self.close()
            raise

    def render(self, text: str, pace: float, strong: bool) -> Samples:
        if not (phrase := pronounceable(text.replace(_RAW, " "))):
            return silence(0)
        faster = self._voice.rate / _USUAL_RATE * pace * (_STRONG if strong else 1)
        order: Order = {"text": fitted(phrase)[0], "length": 1 / faster}
        self.ready()
        try:
            return self._rendered(order)
        except SynthesiserError:
            self.close()
        self.ready()
        return self._rendered(order)

    def close(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    @property
    def _model(self) -> Path:
        return VOICES.place / self._name / f"{self._name}.onnx"

    def _look(self) -> None:
        """See that everything is there before a process is started for it."""
        if not installed_version(PACKAGE):
            raise SynthesiserError(to_user("piper.none", pip=PIP, name=PACKAGE))
        model = self._model
        if os.path.isfile(model) and os.path.isfile(f"{model}.json"):
            return
        try:
            known = {download.name for download in VOICES.known()}
        except ManifestError as error:
            raise SynthesiserError(str(error)) from error
        if self._name in known:
            raise SynthesiserError(to_user("piper.to_fetch", name=self._name))
        raise SynthesiserError(to_user("piper.to_put", name=self._name, file=model.name, place=model.parent))

    def _rendered(self, order: Order) -> Samples:
        assert self._worker is not None  # it was started
        reply = self._worker.ask(order, _SECONDS_TO_RENDER + _SECONDS_A_SIGN * len(str(order["text"])))
        return resampled(from_pcm(base64.b64decode(reply["pcm"])), self._rate)


def resampled(samples: Samples, rate: int) -> Samples:
    """Return sound that has `rate` samples a second as this program holds it, at `RATE`; it takes as long."""
    if rate == RATE or not samples.size:
        return samples
    # Most voices are at `RATE` already, and a Pi that has just started has other things to load.
    import soxr

    fitting: Samples = soxr.resample(samples, rate, RATE)
    return fitting
