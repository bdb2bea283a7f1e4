"""Wind, fire and sea: noise whose colours wander."""

from __future__ import annotations

import math

import numpy as np

from narrator.dsp.samples import RATE, Samples, frames
from narrator.soundscape.source import (
    CHUNK,
    FREQUENCIES,
    HOPS,
    SECONDS,
    Chance,
    Colour,
    Drift,
    MixBuffer,
    Noise,
    Onsets,
    band,
    even,
    tilted,
)

_BODY = even(tilted(3.5, 180, 1300))
_LEAVES = even(tilted(1.0, 1500, 5500))
_CALM = 300.0
"""Where the band of a calm wind lies, in hertz; a gust brings it up by an octave."""


class Wind:
    """Wind in trees, some -40 LUFS: noise through a band that opens and rises with the gusts, and leaves that rustle.

    `leaves` is how much they rustle, `gusts` how unsteady it is, both 0 to 1.
    """

    def __init__(self, chance: Chance, leaves: float = 0.5, gusts: float = 0.6) -> None:
        moment = chance.moment("wind")
        self._noise = Noise(moment)
        self._gust, self._flutter, self._turn = Drift(moment, 6), Drift(moment, 0.9), Drift(moment, 4)
        self._leaves, self._gusts = leaves, gusts

    def chunk(self) -> Samples:
        force = self._gusts * np.clip(self._gust.hops() + 0.35 * self._flutter.hops(), -2, 2)[:, None]
        turn = np.clip(self._turn.hops(), -2, 2)[:, None]
        # Decibels are what a breeze is steady in, so the gusts go in powers; leaves follow them more than the air does.
        body = 0.0072 * 10 ** (0.16 * force)
        leaves = 0.0042 * self._leaves * 10 ** (0.22 * force)
        centre = _CALM * 2 ** (0.5 + 0.45 * force + 0.2 * turn)
        moan = 0.6 * self._gusts * body * band(centre, 0.22) / np.sqrt(0.28 * centre / FREQUENCIES[1])
        return self._noise.chunk(np.sqrt((body * _BODY) ** 2 + moan**2 + (leaves * _LEAVES) ** 2))


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


_DEEP = even(tilted(4, 110, 700))
_BREAKER = even(tilted(3, 250, 2500))
_FOAM = even(tilted(1.5, 1500, 7000))
_LENGTH = 16.0
"""Seconds after which a wave has wholly run out."""


class Sea:
    """Surf on a beach: each wave, of a size of its own, draws near, breaks, and runs out with a hiss."""

    def __init__(self, chance: Chance) -> None:
        self._moment = chance.moment("sea")
        self._noise, self._swell = Noise(self._moment), Drift(self._moment, 8)
        self._onsets = Onsets(self._moment, (0, 0.1), (5.5, 9.5))
        # Those that came before anybody listened.
        self._waves = [(-9.0, self._size()), (-3.0, self._size())]

    def chunk(self) -> Samples:
        self._waves += [(at / RATE, self._size()) for at in self._onsets.due()]
        now = np.arange(HOPS) * SECONDS / HOPS
        breaker, foam = np.zeros(HOPS), np.zeros(HOPS)
        for start, size in self._waves:
            breaker += size * _rise_and_fall(now - start, 3.2, 1.1)
            foam += size * _rise_and_fall(now - start, 4.4, 2.2)
        self._waves = [(start - SECONDS, size) for start, size in self._waves if start > -_LENGTH]
        deep = 0.007 * 10 ** (0.08 * self._swell.hops())
        colour = (deep[:, None] * _DEEP) ** 2
        colour += ((0.002 + 0.010 * breaker)[:, None] * _BREAKER) ** 2 + ((0.0012 + 0.005 * foam)[:, None] * _FOAM) ** 2
        return self._noise.chunk(np.sqrt(colour))

    def _size(self) -> float:
        return float(self._moment.uniform(0.45, 1.0))


def _rise_and_fall(after: Colour, crest: float, width: float) -> Colour:
    """Return a wave's height after so many seconds: it grows towards its crest and runs out twice as slowly."""
    spread = np.where(after < crest, width, 2 * width)
    return np.where(after < 0, 0.0, np.exp(-(((after - crest) / spread) ** 2)))
