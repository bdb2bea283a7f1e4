"""The protocol of a source of ambience, an endless row of chunks; and the buffer in which sounds are mixed."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from narrator.dsp.samples import RATE, Samples

CHUNK = 4096
"""Frames that a source makes at a time: 0.19 s. However a stream is read, its sources see chunks of this size."""

SECONDS = CHUNK / RATE
"""The length of a chunk in seconds."""


class Source(Protocol):
    """Something that sounds without end."""

    def chunk(self) -> Samples:
        """Return the next `CHUNK` frames, at a level that is the source's own."""
        ...


class MixBuffer:
    """Sounds mixed as they come, handed out chunk by chunk."""

    def __init__(self) -> None:
        self._samples = np.zeros(CHUNK, dtype=np.float32)

    def add(self, at: int, sound: Samples) -> None:
        """Add a sound, of any length, that begins `at` frames (0 or more) after the start of the next chunk."""
        missing = at + len(sound) - len(self._samples)
        if missing > 0:
            self._samples = np.concatenate([self._samples, np.zeros(missing, dtype=np.float32)])
        self._samples[at : at + len(sound)] += sound

    def chunk(self) -> Samples:
        chunk, rest = self._samples[:CHUNK], self._samples[CHUNK:]
        missing = CHUNK - len(rest)
        self._samples = np.concatenate([rest, np.zeros(missing, dtype=np.float32)]) if missing > 0 else rest
        return chunk


def level(decibels: float) -> float:
    """Return the factor of a gain in decibels."""
    return float(10 ** (decibels / 20))
