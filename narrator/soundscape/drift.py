"""Things that wander slowly: the strength of the wind, the breath of a fire, how much is sung."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from narrator.soundscape.noise import HOPS
from narrator.soundscape.source import SECONDS


class Drift:
    """A smooth random walk around 0 that mostly stays between -2 and 2 (mean 0, standard deviation 1).

    Two leaky sums, one behind the other, of Gaussian steps: a second-order process without corners. `seconds` is about
    the time after which it has forgotten where it was.
    """

    def __init__(self, chance: np.random.Generator, seconds: float) -> None:
        self._chance = chance
        self._keep = math.exp(-2 * SECONDS / HOPS / seconds)
        # The variance of such a cascade, fed with steps of variance 1 and a gain of (1 - keep) at each sum.
        keep = self._keep
        self._scale = math.sqrt((1 + keep) ** 3 / ((1 - keep) * (1 + keep * keep)))
        self._first = self._second = 0.0
        for _ in range(math.ceil(3 * seconds * HOPS / SECONDS)):
            self._step(float(chance.standard_normal()))

    def hops(self) -> NDArray[np.float64]:
        """Return the walk over the next chunk: one value a hop."""
        return np.array([self._step(float(step)) for step in self._chance.standard_normal(HOPS)])

    def _step(self, step: float) -> float:
        self._first += (1 - self._keep) * (step - self._first)
        self._second += (1 - self._keep) * (self._first - self._second)
        return self._second * self._scale
