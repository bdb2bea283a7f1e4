"""Hears a recording as a game would, with a question open: to measure how well people are understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from typing import Generic

import numpy as np

from narrator.ear.decision import Certain, Decision, Doubtful, Meant, decided
from narrator.ear.messages import Audio, Open, Recognised
from narrator.ear.thresholds import Thresholds
from narrator.ear.vad import Pcm, Vad
from narrator.ear.vosk_recogniser import VoskRecogniser
from narrator.ear.worker import EarWorker
from narrator.sound.dsp.samples import HEARING_RATE, Samples
from narrator.sound.dsp.sound_reading import read_sound

SILENCE = 1.0
"""Seconds of a quiet room before and after a recording: an end is found by the silence after it."""

LONGEST = 60
"""Seconds of a recording that are heard: what is said to a game is much shorter."""

_BLOCK = HEARING_RATE // 50  # what a microphone sends at once
_HISS = 10.0  # RMS of a quiet room, in the scale of 16 bits
_FULL_SCALE = 32767.0
_NORMAL = 1.96  # of 95 %


def read(file: Path) -> Pcm:
    """Return a sound file at 16 kHz, of one channel: its first `LONGEST` seconds, whatever a small file unpacks to.

    Raises:
        UnreadableSoundError: it cannot be read, or is none.
    """
    return pcm_of(read_sound(file, HEARING_RATE, LONGEST))


def pcm_of(sound: Samples) -> Pcm:
    """Return a sound at 16 kHz as a microphone gives it."""
    pcm: Pcm = np.rint(np.clip(sound, -1, 1) * _FULL_SCALE).astype(np.int16)
    return pcm


def heard(recogniser: VoskRecogniser, vad: Vad, question: Open, sound: Pcm) -> Iterator[Recognised]:
    """Yield what the ear tells of a recording while a question is open: nothing, one thing, or several.

    The detector of speech begins afresh, as it does after a question is spoken.
    """
    vad.reset()
    ear = EarWorker(recogniser, vad)
    list(ear.take(question))
    around = round(SILENCE * HEARING_RATE)
    room = np.random.default_rng(0).normal(0, _HISS, len(sound) + 2 * around)
    room[around : around + len(sound)] += sound
    pcm = np.rint(np.clip(room, -_FULL_SCALE, _FULL_SCALE)).astype("<i2")
    for at in range(0, len(pcm), _BLOCK):
        for reply in ear.take(Audio(at, pcm[at : at + _BLOCK].tobytes())):
            if isinstance(reply, Recognised):
                yield reply


@dataclass(frozen=True, slots=True)
class HeardRecording(Generic[Meant]):
    """What was heard of a recording while a question was open.

    `wanted` is what it says there: None where that is no answer.
    """

    told: tuple[Recognised, ...]
    meaning: Callable[[str], Meant | None]
    wanted: Meant | None

    def decision(self, thresholds: Thresholds) -> Decision[Meant] | None:
        """Return what a game would take for said: the first utterance that is an answer, or is asked back."""
        decisions = (decided(one.texts, one.behind, self.meaning, thresholds) for one in self.told)
        return next((decision for decision in decisions if decision is not None), None)


@dataclass(frozen=True, slots=True)
class HeardCounts:
    """What became of recordings.

    Of the `answers` among them so many were understood, and so many asked back with the right answer. `disturbed` are
    those that are no answer, and would be asked back. `wrong`, of either, were taken for something else.
    """

    answers: int
    understood: int
    asked_back: int
    disturbed: int
    wrong: int

    @property
    def worth(self) -> int:
        """Return how good that is: a question back is worth half an answer, and costs as much where none was said."""
        return 2 * self.understood + self.asked_back - self.disturbed


def counted(heard: Sequence[HeardRecording[Meant]], thresholds: Thresholds) -> HeardCounts:
    """Count what becomes of recordings with these thresholds."""
    answers = right = asked_back = disturbed = wrong = 0
    for one in heard:
        answers += one.wanted is not None
        match one.decision(thresholds):
            case Certain(meant):
                right += meant == one.wanted
                wrong += meant != one.wanted
            case Doubtful(offered):
                asked_back += one.wanted in offered
                disturbed += one.wanted is None
    return HeardCounts(answers, right, asked_back, disturbed, wrong)


def interval(right: int, of: int) -> tuple[float, float]:
    """Return the shares, 0 to 1, between which the true one lies in 95 of 100 cases (Wilson's score interval)."""
    if not of:
        return 0.0, 1.0
    share, spread = right / of, _NORMAL**2 / of
    middle = (share + spread / 2) / (1 + spread)
    half = _NORMAL / (1 + spread) * sqrt(share * (1 - share) / of + spread / (4 * of))
    return max(0.0, middle - half), min(1.0, middle + half)
