"""How loud sound is, and how loud the noise is over which somebody must speak up."""

from __future__ import annotations

from collections import deque
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.samples import HEARING_RATE

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
        """Remember how loud one more frame was."""
        self._levels.append(level)

    @property
    def level(self) -> float:
        """Return the level in dB under full scale; `QUIETEST` as long as it is unknown."""
        if len(self._levels) * FRAME < _LEAST * HEARING_RATE:
            return QUIETEST
        return sorted(self._levels)[int(_SHARE * len(self._levels))]
