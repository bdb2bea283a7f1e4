"""Wind: noise through a band that opens and rises with the gusts, and leaves that rustle in the strong ones."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import Samples
from narrator.soundscape.chance import Chance
from narrator.soundscape.drift import Drift
from narrator.soundscape.noise import FREQUENCIES, Noise, band, even, tilted

_BODY = even(tilted(3.5, 180, 1300))
_LEAVES = even(tilted(1.0, 1500, 5500))
_CALM = 300.0
"""Where the band of a calm wind lies, in hertz; a gust brings it up by an octave."""


class Wind:
    """Wind in trees, some -40 LUFS. `leaves` is how much they rustle, `gusts` how unsteady it is, both 0 to 1."""

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
