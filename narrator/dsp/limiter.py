"""A look-ahead limiter: no peak above the ceiling, not even between samples; quiet sounds are left alone.

It sees the whole phrase, so it turns down before a peak, not after it. What is further from a peak than
`LOOK_AHEAD` before it, or than the way back at `RECOVERY` after it, leaves as it came, bit for bit.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.samples import RATE, Samples, frames

CEILING = -1.0
"""The highest true peak, in dB under full scale: what converters and lossy codecs want left."""

LOOK_AHEAD = 0.005
"""Seconds over which it turns down before a peak: too slow to be a click, too fast to be heard as fading."""

RECOVERY = 60.0
"""Decibels a second at which it turns up again."""

OVERSAMPLING = 4
"""Values between samples that are looked at, as ITU-R BS.1770-5 (annex 2) wants it."""

_MARGIN = 0.05  # dB: a changing gain moves the peaks between the samples a little

_TAPS = 12  # samples that a value between two of them is made from, as in the filter of BS.1770

_Floats = NDArray[np.float64]


def true_peak(samples: Samples) -> float:
    """Return the highest level of the sound that the samples describe, in dB under full scale; -inf for silence."""
    highest = float(_heights(samples).max(initial=0.0))
    return 20 * math.log10(highest) if highest > 0 else -math.inf


def limited(samples: Samples) -> Samples:
    """Return samples, as many, whose true peak is at most `CEILING`."""
    highest = 10 ** (CEILING / 20)
    if np.abs(samples).max(initial=0.0) * _most_between() <= highest:
        return samples  # most lines of speech: what lies between need not be looked at
    heights = _heights(samples)
    if heights.max(initial=0.0) <= highest:
        return samples
    with np.errstate(divide="ignore"):
        needed = np.minimum(0.0, CEILING - _MARGIN - 20 * np.log10(heights.astype(np.float64)))
    turned = (samples * 10 ** (_gain(needed) / 20)).astype(np.float32)
    left_over = true_peak(turned) - CEILING
    return turned if left_over <= 0 else (turned * 10 ** (-(left_over + _MARGIN) / 20)).astype(np.float32)


def _heights(samples: Samples) -> Samples:
    """Return for each sample the highest level from the sample before it to itself, what lies between included."""
    around = np.pad(samples, _TAPS // 2)
    heights = np.abs(samples)
    between = np.empty_like(samples)
    for phase in _interpolation():
        between[:] = 0
        for delay, tap in enumerate(phase):
            between += around[delay : delay + samples.size] * tap
        np.maximum(heights, np.abs(between, out=between), out=heights)
    return heights


@cache
def _interpolation() -> Samples:
    """Return the filters that find the values between samples, a row each: a windowed sinc in its phases."""
    places = np.arange(_TAPS * OVERSAMPLING) - (_TAPS * OVERSAMPLING - 1) / 2
    sinc = np.sinc(places / OVERSAMPLING) * np.kaiser(places.size, 5.0)
    sinc *= OVERSAMPLING / sinc.sum()
    phases: Samples = sinc.reshape(_TAPS, OVERSAMPLING)[::-1].T.astype(np.float32)
    return phases


@cache
def _most_between() -> float:
    """Return how many times as high as the highest sample a value between two of them can be."""
    return float(np.abs(_interpolation()).sum(axis=1).max())


def _gain(needed: _Floats) -> _Floats:
    """Return a smooth gain in dB, nowhere above what is needed, 0 far from every peak.

    The lowest gain within the look-ahead is held, recovers on a straight line, and is averaged twice over windows that
    together reach no further than it was held: an average of values none of which is above what is needed.
    """
    reach = frames(LOOK_AHEAD) // 2 * 2
    way_back = np.arange(needed.size) * (RECOVERY / RATE)
    recovering = np.minimum(0.0, np.minimum.accumulate(needed - way_back) + way_back)
    return _averaged(_averaged(_lowest(recovering, reach), reach // 2), reach // 2)


def _lowest(values: _Floats, reach: int) -> _Floats:
    """Return the lowest value within so many places of each (van Herk 1992: two comparisons each, however far)."""
    window = 2 * reach + 1
    padded = np.pad(values, (reach, reach + -(values.size + 2 * reach) % window), mode="edge").reshape(-1, window)
    so_far = np.minimum.accumulate(padded, axis=1).ravel()
    still = np.minimum.accumulate(padded[:, ::-1], axis=1)[:, ::-1].ravel()
    return np.minimum(still[: values.size], so_far[window - 1 :][: values.size])


def _averaged(values: _Floats, reach: int) -> _Floats:
    """Return the mean of the values within so many places of each."""
    window = 2 * reach + 1
    sums = np.cumsum(np.pad(values, (reach + 1, reach), mode="edge"))
    return (sums[window:] - sums[:-window]) / window
