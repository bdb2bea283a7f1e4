"""The espeak voice that is always there: pyttsx3 in a worker process, one file a phrase.

Phrases are pieces of sentences, rendered apart: words before a name, the name, words after it. Handed over as they
are, each would fall like the end of a sentence, because espeak reads the end of a text as a full stop. Measured: the
pitch in Hz over the last 40 ms, means of five names and four pieces, pitch 38 (where the voice without melody is at
78), in whole sentences between the marks that espeak gives for words:

                                     French     English
    name inside a sentence             95          92
    name at its end                    75          68
    name alone                         73          67
    name alone, with a comma           91          83
    the same with half the melody      84          81
    piece before a name                94          94
    the piece alone                    76          68
    the piece alone, with a comma      85          82
    the piece alone, with a colon      72          68

So a piece without a mark at its end gets a comma, which brings it close to where it would be inside a sentence, and so
does one with a colon. But half of all names stand at the end of a sentence ("The village loses {seat}."), where a
comma's rise makes a question of them, and a name is rendered once for all its places. Therefore a short piece gets
half the melody as well: it ends a little above the voice's own pitch, two semitones under a name inside a sentence and
two or three above one at its end: level, as an announcement is.

Where words are leant on, the rate is lower, the pitch higher and the melody wider; how loud they are is not for the
engine to say.
"""

from __future__ import annotations

import shutil
import tempfile
import wave
from functools import cache
from pathlib import Path

from narrator.base.resources import installed_version
from narrator.sound.dsp.samples import BYTES, RATE, Samples, from_pcm, silence
from narrator.voice.profile import Voice
from narrator.voice.synthesisers.synthesiser import EngineWorker, Order, SynthesiserError, pronounceable

MAKE = 1
"""Goes up with every change of what espeak is given for a phrase: part of the key under which phrases are kept."""

_SECONDS_TO_START = 30.0  # a Raspberry Pi that has just been switched on
_SECONDS_TO_RENDER = 8.0  # twice for each of three phrases: a service's watchdog waits longer than that

_MELODY, _LEVEL, _LEANT_ON = 50, 25, 70  # espeak's pitch range, from 0 to 100
_SHORT = 3  # words: "Anne", "number 7", "le numéro 7", "a werewolf"
_ENDS = ".!?…,;"
_CLOSING = "\"'»”’)] \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"

_SLOWEST, _FASTEST, _HIGHEST = 80, 450, 99  # words a minute, and the pitch, that espeak takes
_STRONG_RATE, _STRONG_PITCH = 0.9, 8

_MEMORY, _PREFIX = "/dev/shm", "narrator-"


class Espeak:
    """One espeak voice. The worker starts at once; `ready` waits until it speaks."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._worker: EspeakWorker | None = None
        self._trouble = ""
        self._begin()

    @property
    def identity(self) -> str:
        voice = self._voice
        return f"{_program()} make {MAKE} {voice.voice} rate {voice.rate} pitch {voice.pitch} volume {voice.volume}"

    def ready(self) -> None:
        if self._worker is None:
            raise SynthesiserError(self._trouble)
        try:
            self._worker.ready()
        except SynthesiserError as error:
            self._trouble = str(error)
            self.close()
            raise

    def render(self, text: str, pace: float, strong: bool) -> Samples:
        if not (phrase := pronounceable(text)):
            return silence(0)
        order = self._order(phrase, pace, strong)
        try:
            return self._rendered(order)
        except SynthesiserError:
            return self._rendered(order)

    def close(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    def _begin(self) -> None:
        try:
            self._worker = EspeakWorker({"voice": self._voice.voice, "volume": self._voice.volume})
        except OSError as error:
            self._trouble = f"espeak: {error}"
        except SynthesiserError as error:
            self._trouble = str(error)

    def _rendered(self, order: Order) -> Samples:
        try:
            self.ready()
            assert self._worker is not None  # it is ready
            return self._worker.render(order)
        except SynthesiserError:
            self.close()
            self._begin()  # for the next phrase, too
            raise

    def _order(self, phrase: str, pace: float, strong: bool) -> Order:
        words, level = fitted(phrase)
        rate = self._voice.rate * pace * (_STRONG_RATE if strong else 1)
        return {
            "text": words,
            "rate": round(min(_FASTEST, max(_SLOWEST, rate))),
            "pitch": min(_HIGHEST, self._voice.pitch + (_STRONG_PITCH if strong else 0)),
            "melody": _LEANT_ON if strong else _LEVEL if level else _MELODY,
        }


class EspeakWorker(EngineWorker):
    """The process that pyttsx3 lives in, and the folder where it leaves its sound."""

    def __init__(self, voice: Order) -> None:
        """Start it, as every engine's; an `OSError` where there is no room for the folder."""
        self._starting = True
        self._private = _private_folder()
        try:
            super().__init__("espeak", "pyttsx3_worker", voice, str(self._private))
        except SynthesiserError:
            shutil.rmtree(self._private, ignore_errors=True)
            raise

    def ready(self) -> None:
        if self._starting:
            self.answer(_SECONDS_TO_START)
            self._starting = False

    def render(self, order: Order) -> Samples:
        wav = self._private / "phrase.wav"
        wav.unlink(missing_ok=True)
        self.ask(order, _SECONDS_TO_RENDER)
        return samples_of(wav)

    def kill(self) -> None:
        super().kill()
        shutil.rmtree(self._private, ignore_errors=True)


def fitted(phrase: str) -> tuple[str, bool]:
    """Return the text that espeak is given for a phrase, and whether it is spoken level; see above."""
    words = phrase.rstrip(_CLOSING)
    if words.endswith(tuple(_ENDS)):
        return phrase, False
    return f"{words.rstrip(': ')},", len(words.split()) <= _SHORT


def samples_of(wav: Path) -> Samples:
    """Read a WAV that the engine says it has finished, and make sure that it has.

    Raises:
        SynthesiserError: it is missing, cut short, empty, or not of the samples that the program holds.
    """
    try:
        with wave.open(str(wav), "rb") as rendered:
            shape = (rendered.getnchannels(), rendered.getsampwidth(), rendered.getframerate())
            promised = rendered.getnframes()
            pcm = rendered.readframes(promised)
    except (OSError, EOFError, wave.Error) as error:
        raise SynthesiserError(f"espeak left no sound: {error}") from error
    if shape != (1, BYTES, RATE):
        raise SynthesiserError(f"espeak rendered channels, bytes and rate {shape}, not {(1, BYTES, RATE)}")
    if not promised or len(pcm) != promised * BYTES:
        raise SynthesiserError(f"espeak left {len(pcm)} of {promised * BYTES} bytes")
    return from_pcm(pcm)


def _private_folder() -> Path:
    """Make a folder of mode 0700, in memory where there is a place for that: a memory card wears out."""
    try:
        return Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_MEMORY))
    except OSError:
        return Path(tempfile.mkdtemp(prefix=_PREFIX))


@cache
def _program() -> str:
    """Name the libraries; the system's espeak, where the bundled one cannot be loaded, has no name of its own."""
    return " ".join(f"{package} {installed_version(package) or 'none'}" for package in ("pyttsx3", "espeakng-loader"))
