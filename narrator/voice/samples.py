"""Sound as this program holds it: one channel of float32 samples from -1 to 1, at one rate everywhere."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

RATE = 22050
"""Samples a second, everywhere: what espeak and the medium voices of Piper render."""

BYTES = 2
"""Bytes a sample on its way to a device: signed 16-bit, little-endian (PCM)."""

QUIET = 48
"""What no sample of silence exceeds, as PCM: some 57 dB under full scale."""

Samples: TypeAlias = NDArray[np.float32]

_FULL_SCALE = 32768


def frames(seconds: float) -> int:
    """Return how many samples so many seconds take, to the nearest."""
    return round(seconds * RATE)


def silence(seconds: float) -> Samples:
    """Return silence of that length."""
    return np.zeros(frames(seconds), dtype=np.float32)


def to_pcm(samples: Samples) -> bytes:
    """Return samples as PCM, rounded to the nearest step; what is over full scale is clipped."""
    steps = np.rint(samples * np.float32(_FULL_SCALE))
    pcm: bytes = np.clip(steps, -_FULL_SCALE, _FULL_SCALE - 1).astype("<i2").tobytes()
    return pcm


def from_pcm(pcm: bytes) -> Samples:
    """Return PCM as samples; `to_pcm` gives the same bytes back.

    Raises:
        ValueError: half a sample is left over.
    """
    return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(_FULL_SCALE)
