"""Crickets: each a chirp of a few pulses at some 30 a second on one high note, and behind them the meadow."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from narrator.dsp.samples import RATE, Samples, frames
from narrator.soundscape.chance import Chance
from narrator.soundscape.drift import Drift
from narrator.soundscape.noise import Noise, band, even
from narrator.soundscape.source import CHUNK, MixBuffer, level
from narrator.soundscape.tone import path, swell, voice

_FIELD = ((4480, 3), (4200, 6), (4790, 9), (4340, 12))
"""The field crickets: about the note of each, and how far down it is, in decibels. No two are on one note."""


@dataclass
class Cricket:
    """One of them: what it sings never changes, and when it sings goes on by itself.

    `note` in hertz; `beat`, the time of a pulse and its gap, and `period`, from one chirp to the next, in seconds;
    `height` as an amplitude; `next` is the frame of its next chirp, and after `until` it rests for a while.
    """

    note: float
    pulses: int
    beat: float
    period: float
    height: float
    next: int = 0
    until: int = 0

    @property
    def trills(self) -> bool:
        """Whether it is one of those that trill."""
        return self.pulses > 10


def field_cricket(place: np.random.Generator, note: float, away: float) -> Cricket:
    """Return a field cricket around a note in hertz, `away` decibels down: chirps of three or four pulses."""
    pulses = int(place.integers(3, 5))
    beat = place.uniform(0.031, 0.037)
    return Cricket(note * place.uniform(0.98, 1.02), pulses, beat, place.uniform(0.42, 0.62), 0.025 * level(-away))


def tree_cricket(place: np.random.Generator, away: float) -> Cricket:
    """Return a tree cricket, `away` decibels down: soft trills of more than a second, on a lower note."""
    beat = place.uniform(0.021, 0.025)
    return Cricket(
        place.uniform(2500, 3000), int(place.integers(34, 60)), beat, place.uniform(2.1, 3.2), 0.025 * level(-away)
    )


class Crickets:
    """A meadow of them: a few near enough to be told apart, and all the others as a shimmer."""

    def __init__(self, chance: Chance, trees: bool = False) -> None:
        place, self._moment = chance.place("crickets"), chance.moment("crickets")
        self._singers = [field_cricket(place, note, away) for note, away in _FIELD]
        if trees:
            self._singers += [tree_cricket(place, away) for away in (5, 9)]
        self._shimmer = even(band(place.uniform(4300, 4700), 0.16))
        self._noise, self._breath = Noise(self._moment), Drift(self._moment, 7)
        self._buffer, self._at = MixBuffer(), 0
        for singer in self._singers:
            singer.next = int(self._moment.uniform(0, singer.period) * RATE)
            # Somewhere in its song, or in its rest.
            singer.until = int(self._moment.uniform(-4, 25) * RATE)
            if singer.until < 0:
                self._rest(singer)

    def chunk(self) -> Samples:
        for singer in self._singers:
            while singer.next < self._at + CHUNK:
                self._buffer.add(singer.next - self._at, self._chirp(singer))
                singer.next += int(singer.period * RATE * (1 + self._moment.uniform(-0.07, 0.07)))
                if singer.next > singer.until:
                    self._rest(singer)
        self._at += CHUNK
        shimmer = 0.0011 * 10 ** (0.10 * np.clip(self._breath.hops(), -2, 2))[:, None]
        return self._noise.chunk(shimmer * self._shimmer) + self._buffer.chunk()

    def _rest(self, singer: Cricket) -> None:
        singer.next = max(singer.next, self._at) + int(self._moment.uniform(2, 8) * RATE)
        singer.until = singer.next + int(self._moment.uniform(9, 30) * RATE)

    def _chirp(self, singer: Cricket) -> Samples:
        """Return a chirp: its pulses grow, and each falls a little in pitch as the wing closes."""
        pulse, beat = _pulse(singer), frames(singer.beat)
        chirp = np.zeros(beat * singer.pulses, dtype=np.float32)
        for number in range(singer.pulses):
            grown = _trilled(number / singer.pulses) if singer.trills else min(1.0, 0.55 + 0.2 * number)
            chirp[number * beat : number * beat + len(pulse)] += np.float32(grown) * pulse
        return np.float32(singer.height * self._moment.uniform(0.85, 1.0)) * chirp


def _pulse(singer: Cricket) -> Samples:
    seconds = 0.6 * singer.beat
    fall = path(seconds, (0, 1.012 * singer.note), (1, 0.985 * singer.note))
    return voice(fall, swell(seconds, 0.6 * seconds, 0.4 * seconds), (1.0, 0.06))


def _trilled(share: float) -> float:
    """Return how loud a trill is after that share of it: it swells and dies away."""
    return math.sqrt(math.sin(math.pi * min(1.0, 0.08 + 0.9 * share)))
