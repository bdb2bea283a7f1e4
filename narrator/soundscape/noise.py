"""Noise of any colour that may change as it goes, made in the frequency domain.

Frames of Gaussian noise are coloured by a curve of magnitudes, brought into time and overlapped by half under a sine
window. The squares of the window's halves add up to one, so that the power is steady and a frame's edge is nowhere to
be heard: there is no loop, hence no seam, and no filter whose state would have to be kept.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.samples import RATE, Samples
from narrator.soundscape.source import CHUNK, SECONDS

HOP = 2048
"""Frames from one frame of noise to the next, 93 ms: how fast a colour can change."""

HOPS = CHUNK // HOP
"""Colours in a chunk."""

_FRAME = 2 * HOP
_WINDOW = np.sin(np.pi * (np.arange(_FRAME) + 0.5) / _FRAME).astype(np.float32)

FREQUENCIES = np.fft.rfftfreq(_FRAME, 1 / RATE)
"""The frequencies of a colour, in hertz: what its magnitudes belong to."""

OCTAVES = np.log2(np.maximum(FREQUENCIES, FREQUENCIES[1]))
"""The same as octaves above one hertz."""

Colour = NDArray[np.float64]
"""Magnitudes over `FREQUENCIES`, or one such row for each hop of a chunk."""


def band(centre: float | Colour, width: float) -> Colour:
    """Return a colour that is 1 at `centre` hertz and falls off like a bell, `width` octaves to either side.

    A column of centres gives a row of magnitudes for each.
    """
    return np.asarray(np.exp(-(((OCTAVES - np.log2(centre)) / width) ** 2)), dtype=np.float64)


def tilted(slope: float, lowest: float, highest: float) -> Colour:
    """Return a colour that falls by `slope` decibels an octave (3 is pink, 6 brown) between two soft edges in hertz."""
    edges = 1 / np.sqrt((1 + (lowest / np.maximum(FREQUENCIES, 1)) ** 4) * (1 + (FREQUENCIES / highest) ** 4))
    return np.asarray(10 ** (-slope * (OCTAVES - np.log2(lowest)) / 20) * edges, dtype=np.float64)


def even(colour: Colour) -> Colour:
    """Return a colour scaled so that its noise has an RMS of 1."""
    return np.asarray(colour / np.sqrt(np.sum(colour**2)), dtype=np.float64)


class Noise:
    """Endless noise. A colour's magnitudes add up by their squares to the mean square of what is heard."""

    def __init__(self, chance: np.random.Generator) -> None:
        self._chance = chance
        self._before: Samples | None = None

    def chunk(self, colour: Colour) -> Samples:
        colours = np.broadcast_to(colour, (HOPS, len(FREQUENCIES))).astype(np.float32)
        if self._before is None:
            # The noise has been going on before anybody listens: its first half frame is no fade-in.
            self._before = self._frames(colours[:1])[0, HOP:]
        made = self._frames(colours)
        chunk = made[:, :HOP].copy()
        chunk[0] += self._before
        chunk[1:] += made[:-1, HOP:]
        self._before = made[-1, HOP:].copy()
        return chunk.reshape(CHUNK)

    def _frames(self, colours: NDArray[np.float32]) -> NDArray[np.float32]:
        drawn = self._chance.standard_normal((len(colours), 2 * len(FREQUENCIES)), dtype=np.float32)
        spectrum = drawn.view(np.complex64) * (colours * np.float32(_FRAME / 2))
        return np.fft.irfft(spectrum, _FRAME, axis=1).astype(np.float32) * _WINDOW


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
