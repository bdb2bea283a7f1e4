"""Birds: each sings its song, waits, and sings another, while the others do the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from narrator.dsp.samples import Samples
from narrator.soundscape.chance import Chance
from narrator.soundscape.onsets import Onsets, Span
from narrator.soundscape.source import MixBuffer, level
from narrator.soundscape.sources.birdsong import Song, blackbird, cuckoo, dove, nightingale, robin, tit


@dataclass(frozen=True)
class Bird:
    """A bird: what it sings, the seconds from one song to the next, and how far down it is, in decibels."""

    song: Song
    gap: Span
    away: float


DAWN = (
    Bird(blackbird, (4, 7.5), 0),
    Bird(blackbird, (5, 10), 9),
    Bird(robin, (4.5, 9), 8),
    Bird(tit, (7, 14), 11),
    Bird(robin, (6, 12), 15),
    Bird(cuckoo, (22, 40), 8),
)
"""The chorus of the morning."""

DAY = (Bird(dove, (22, 45), 4), Bird(tit, (14, 30), 11), Bird(blackbird, (18, 40), 9))
"""A few, far between: people talk."""

JOY = (*DAWN, Bird(dove, (18, 30), 4))
"""A morning that is celebrated."""

NIGHTINGALE = (Bird(nightingale, (5, 10), 3),)


class Birds:
    """A flock of singers, each at a pitch of its own."""

    def __init__(self, chance: Chance, flock: tuple[Bird, ...] = DAWN) -> None:
        self._moment = chance.moment("birds")
        self._singers = []
        for number, bird in enumerate(flock):
            pitch = 2 ** chance.place(f"bird {number}").uniform(-0.1, 0.1)
            self._singers.append((bird, float(pitch), Onsets(self._moment, (0.4, bird.gap[1]), bird.gap)))
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        for bird, pitch, onsets in self._singers:
            for at in onsets.due():
                height = np.float32(0.02 * level(-bird.away) * self._moment.uniform(0.7, 1.0))
                self._buffer.add(at, height * bird.song(self._moment, pitch))
        return self._buffer.chunk()
