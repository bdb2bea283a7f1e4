"""The moments of what happens now and then."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import frames
from narrator.soundscape.source import CHUNK

Span = tuple[float, float]
"""A least and a greatest number of seconds; what lies between is equally likely."""


class Onsets:
    """Beginnings, the first within `first` seconds, and each of the others `gap` seconds after the one before."""

    def __init__(self, chance: np.random.Generator, first: Span, gap: Span) -> None:
        self._chance, self._gap = chance, gap
        self._next = frames(chance.uniform(*first))

    def due(self) -> list[int]:
        """Return the beginnings in the next chunk, in frames from its start."""
        due = []
        while self._next < CHUNK:
            due.append(self._next)
            self._next += max(1, frames(self._chance.uniform(*self._gap)))
        self._next -= CHUNK
        return due
