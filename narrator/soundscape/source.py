"""A source of ambience, an endless row of chunks, and what sources share: a buffer, chance, and when things happen."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

import numpy as np

from narrator.dsp.samples import RATE, Samples, frames

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


def generator(*names: str | int) -> np.random.Generator:
    """Return random numbers that depend on these names alone: the same in every process."""
    # Each name is preceded by its length, so that ("a", "bc") and ("ab", "c") are two.
    text = "".join(f"{len(str(name))}:{name}" for name in names)
    return np.random.Generator(np.random.PCG64(int.from_bytes(blake2b(text.encode(), digest_size=16).digest())))


@dataclass(frozen=True)
class Chance:
    """The chance of one scene of one evening.

    The public seed, the name of the scene and the number of the scene are all that it knows: what is heard can hang
    on nothing else.
    """

    seed: int
    scene: str
    take: int

    def place(self, name: str) -> np.random.Generator:
        """Return what makes a source itself, in every scene of an evening: the crickets, the voice of the wolf."""
        return generator("place", self.seed, name)

    def moment(self, name: str) -> np.random.Generator:
        """Return what happens in this scene and in no other: when they sing, how the wind goes."""
        return generator("moment", self.seed, self.scene, self.take, name)


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
