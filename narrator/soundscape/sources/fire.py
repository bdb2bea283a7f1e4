"""A wood fire: a low roar that flutters, a hiss, and crackles that come in flurries."""

from __future__ import annotations

import math

import numpy as np

from narrator.dsp.samples import RATE, Samples, frames
from narrator.soundscape.chance import Chance
from narrator.soundscape.drift import Drift
from narrator.soundscape.noise import Noise, even, tilted
from narrator.soundscape.source import CHUNK, SECONDS, MixBuffer

_ROAR = even(tilted(4, 80, 600))
_HISS = even(tilted(3, 900, 5000))
_ATTACK = 10
"""Frames in which a crackle reaches its height: sharp, and yet no jump."""


class Fire:
    """A fire. `life` is how much it crackles: 0.3 for embers, 1 for a fire that somebody looks after."""

    def __init__(self, chance: Chance, life: float = 1.0) -> None:
        moment = chance.moment("fire")
        self._chance = moment
        self._noise = Noise(moment)
        self._flutter, self._breath, self._mood = Drift(moment, 0.3), Drift(moment, 3), Drift(moment, 5)
        self._buffer = MixBuffer()
        self._life = life

    def chunk(self) -> Samples:
        breath = self._breath.hops()
        roar = 0.0065 * 10 ** ((0.09 * self._flutter.hops() + 0.09 * breath)[:, None])
        hiss = 0.0015 * 10 ** ((0.10 * breath)[:, None])
        # How often something bursts wanders by itself: now a flurry, now next to nothing.
        rate = self._life * 7 * math.exp(0.7 * float(self._mood.hops().mean()))
        for _ in range(self._chance.poisson(rate * SECONDS)):
            self._burst(int(self._chance.integers(CHUNK)))
        return self._noise.chunk(np.sqrt((roar * _ROAR) ** 2 + (hiss * _HISS) ** 2)) + self._buffer.chunk()

    def _burst(self, at: int) -> None:
        """Lay one crackle, and often a few weaker ones right after it: a fibre that tears."""
        chance = self._chance
        height = min(0.013 * math.exp(0.9 * chance.standard_normal()), 0.08)
        if chance.random() < 0.06:
            self._buffer.add(at, self._crackle(1.6 * height, chance.uniform(350, 900), chance.uniform(0.008, 0.018)))
        for _ in range(int(chance.geometric(0.55))):
            centre = 1300 * 2 ** chance.uniform(0, 2.2)
            self._buffer.add(at, self._crackle(height, centre, 0.0008 * 2 ** chance.uniform(0, 2.6)))
            at += int(chance.exponential(0.035) * RATE)
            height *= chance.uniform(0.3, 0.9)

    def _crackle(self, height: float, centre: float, decay: float) -> Samples:
        """Return a burst of noise around `centre` hertz, at most `height` high, that dies in some `decay` seconds."""
        count = max(frames(6 * decay), 4 * _ATTACK)
        time = np.arange(count) / RATE
        burst = np.zeros(count)
        for _ in range(4):
            turns = centre * 2 ** self._chance.normal(0, 0.3) * time + self._chance.random()
            burst += np.sin(2 * np.pi * turns)
        envelope = np.exp(-time / decay)
        envelope[:_ATTACK] *= np.sin(np.pi / 2 * np.arange(_ATTACK) / _ATTACK) ** 2
        envelope *= np.minimum(1, np.arange(count, 0, -1) / (2 * _ATTACK))
        return np.asarray(height / 4 * burst * envelope, dtype=np.float32)
