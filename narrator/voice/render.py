"""Text to samples, through a worker that is started again when it dies or hangs."""

from __future__ import annotations

import json
import shutil
import tempfile
import wave
from array import array
from pathlib import Path

from narrator.voice.child import Child, ChildLostError
from narrator.voice.profile import Voice
from narrator.voice.samples import BYTES, QUIET, RATE

_SECONDS_TO_START = 30.0  # a Raspberry Pi that has just been switched on
_SECONDS_TO_RENDER = 20.0


class RenderError(Exception):
    """The engine does not start, does not have the voice, or failed twice at a phrase; says what it answered."""


class Renderer:
    """One voice, ready to render. The worker starts at once; `ready` waits until it speaks."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._begin()

    def ready(self) -> None:
        """Wait for the worker.

        Raises:
            RenderError: the engine does not start or does not have the voice.
        """
        try:
            self._answer(_SECONDS_TO_START)
        except ChildLostError as error:
            raise RenderError(f"espeak: {error}") from error
        self._started = True

    def render(self, text: str, volume: float = 1.0) -> bytes:
        """Return the samples of a phrase without the silence at its ends. Nothing to pronounce gives none.

        `volume` goes from 0 to 1 and is relative to the voice's own.

        Raises:
            RenderError: it failed, and once more with a fresh worker.
        """
        phrase = "".join(sign if sign.isprintable() else " " for sign in text).strip()
        if not any(sign.isalnum() for sign in phrase):
            return b""
        return scaled(trimmed(self._rendered(phrase)), self._voice.volume * volume)

    def close(self) -> None:
        """End the worker. May be called again."""
        self._finish()

    def _rendered(self, phrase: str) -> bytes:
        try:
            return self._render(phrase)
        except (ChildLostError, RenderError):
            self._finish()
            self._begin()
        try:
            return self._render(phrase)
        except ChildLostError as error:
            raise RenderError(f"espeak: {error}") from error

    def _render(self, phrase: str) -> bytes:
        if not self._started:
            self.ready()
        wav = self._private / "phrase.wav"
        wav.unlink(missing_ok=True)
        self._order({"text": phrase, "rate": self._voice.rate, "pitch": self._voice.pitch, "melody": 50})
        self._answer(_SECONDS_TO_RENDER)
        return samples_of(wav)

    def _begin(self) -> None:
        self._started = False
        self._private = Path(tempfile.mkdtemp(prefix="narrator-"))  # of mode 0700
        self._worker = Child("narrator.voice.worker", str(self._private))
        self._order({"voice": self._voice.voice, "volume": 1.0})

    def _finish(self) -> None:
        self._worker.kill()
        shutil.rmtree(self._private, ignore_errors=True)

    def _order(self, order: dict[str, str | int | float]) -> None:
        self._worker.send(json.dumps(order).encode() + b"\n", _SECONDS_TO_RENDER)

    def _answer(self, seconds: float) -> None:
        reply = self._worker.receive(seconds)
        if "failed" in reply:
            raise RenderError(reply["failed"])


def samples_of(wav: Path) -> bytes:
    """Read a WAV that the engine says it has finished, and make sure that it has.

    Raises:
        RenderError: it is missing, cut short, empty, or not of the samples that the program holds.
    """
    try:
        with wave.open(str(wav), "rb") as rendered:
            shape = (rendered.getnchannels(), rendered.getsampwidth(), rendered.getframerate())
            promised = rendered.getnframes()
            samples = rendered.readframes(promised)
    except (OSError, EOFError, wave.Error) as error:
        raise RenderError(f"espeak left no sound: {error}") from error
    if shape != (1, BYTES, RATE):
        raise RenderError(f"espeak rendered channels, bytes and rate {shape}, not {(1, BYTES, RATE)}")
    if not promised or len(samples) != promised * BYTES:
        raise RenderError(f"espeak left {len(samples)} of {promised * BYTES} bytes")
    return samples


def trimmed(samples: bytes) -> bytes:
    """Cut the silence at both ends: pauses are written, not left to the engine."""
    values = array("h", samples)
    begin = next((i for i, value in enumerate(values) if abs(value) > QUIET), len(values))
    end = next((i for i in range(len(values), begin, -1) if abs(values[i - 1]) > QUIET), begin)
    return values[begin:end].tobytes()


def scaled(samples: bytes, volume: float) -> bytes:
    """Make it softer: `volume` goes from 0 (silence) to 1 (as it is)."""
    if volume == 1:
        return samples
    return array("h", [round(value * volume) for value in array("h", samples)]).tobytes()
