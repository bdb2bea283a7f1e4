"""Surf on a beach: each wave draws near, breaks, and runs out with a hiss."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import RATE, Samples
from narrator.soundscape.chance import Chance
from narrator.soundscape.drift import Drift
from narrator.soundscape.noise import HOPS, Colour, Noise, even, tilted
from narrator.soundscape.onsets import Onsets
from narrator.soundscape.source import SECONDS

_DEEP = even(tilted(4, 110, 700))
_BREAKER = even(tilted(3, 250, 2500))
_FOAM = even(tilted(1.5, 1500, 7000))
_LENGTH = 16.0
"""Seconds after which a wave has wholly run out."""


class Sea:
    """The sea at night, every wave of a size of its own."""

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
