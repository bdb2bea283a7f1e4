"""Equal loudness: how loud a phrase is to people (ITU-R BS.1770-5), making all phrases so, and the limiter for it.

BS.1770 measures in blocks of 0.4 s. A shorter clip, a name, is measured repeated, without a gap: so loud it would be
if it lasted.

The limiter looks ahead: no peak is above the ceiling, not even between samples; quiet sounds are left alone. It sees
the whole phrase, so it turns down before a peak, not after it. What is further from a peak than `LOOK_AHEAD` before it,
or than the way back at `RECOVERY` after it, leaves as it came, bit for bit.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from narrator.sound.dsp.samples import RATE, Samples, frames

TARGET = -20.0
"""LUFS of every phrase in a plain style: leaves 19 dB for the peaks of speech."""

SHORTEST = 0.4
"""Seconds that BS.1770 can measure."""

INAUDIBLE = -70.0
"""LUFS below which BS.1770 hears nothing."""

_OFFSET = -0.691  # LUFS of a mean square of 1
_RELATIVE_GATE = 10.0  # LU below the mean of what is heard, under which a block is a pause
_STEP = SHORTEST / 4  # seconds from block to block
_TAPS = 4096

_Floats = NDArray[np.float64]
_Complexes = NDArray[np.complex128]

_REPEATED_TO = 3 * SHORTEST  # seconds: several blocks, that begin at different places of the clip
_CLOSE = 0.1  # LU


def loudness(samples: Samples) -> float:
    """Return the integrated loudness in LUFS; -inf for silence."""
    if not samples.size:
        return -np.inf
    if samples.size < frames(SHORTEST):
        samples = np.tile(samples, -(-frames(_REPEATED_TO) // samples.size))
    power = _block_power(samples)
    heard = power[power > 10 ** ((INAUDIBLE - _OFFSET) / 10)]
    if not heard.size:
        return -np.inf
    loud = heard[heard > heard.mean() * 10 ** (-_RELATIVE_GATE / 10)]
    return float(10 * np.log10(loud.mean()) + _OFFSET)


def levelled(samples: Samples, target: float = TARGET) -> Samples:
    """Return samples at a loudness (LUFS), their true peak under the limiter's ceiling. Silence stays silence.

    Where the limiter takes loudness away it is given back; a sound that is all peaks, a click, stays below.
    """
    found = loudness(samples)
    if found == -np.inf:
        return samples
    gain, before = target - found, np.inf
    while True:
        louder = amplified(samples, gain)
        result = limited(louder)
        if result is louder:
            return result
        missing = target - loudness(result)
        if abs(missing) < _CLOSE or abs(missing) > before / 2:
            return result
        gain, before = gain + missing, abs(missing)


def amplified(samples: Samples, gain: float) -> Samples:
    """Return samples so many dB louder."""
    return samples if gain == 0 else (samples * np.float32(10 ** (gain / 20))).astype(np.float32, copy=False)


def _block_power(samples: Samples) -> _Floats:
    """Return the mean square of each block of 0.4 s, as the head hears it; a block begins every 0.1 s."""
    heard = convolved(samples, _weighting())[: samples.size]
    sums = np.concatenate([[0.0], np.cumsum(heard**2)])
    blocks = round((samples.size / RATE - SHORTEST) / _STEP) + 1
    begins = (np.arange(blocks) * _STEP * RATE).astype(int)
    ends = np.minimum((np.arange(blocks) * _STEP * RATE + SHORTEST * RATE).astype(int), samples.size)
    power: _Floats = (sums[ends] - sums[begins]) / (SHORTEST * RATE)
    return power


@cache
def _weighting() -> _Floats:
    """Return what the K-weighting makes of a click: 4 dB more above 1.5 kHz for the head, nothing below 38 Hz.

    The filters are those of the standard at this rate, by the formulas of R. Bristow-Johnson; their ringing has fallen
    by 120 dB where it is cut.
    """
    turns = np.exp(-2j * np.pi * np.arange(_TAPS + 1) / (2 * _TAPS))
    return np.fft.irfft(_shelf(turns) * _high_pass(turns))[:_TAPS]


def _shelf(turns: _Complexes, gain: float = 4.0, q: float = 1 / np.sqrt(2), at: float = 1500.0) -> _Complexes:
    a, w = 10 ** (gain / 40), 2 * np.pi * at / RATE
    alpha, cos, root = np.sin(w) / (2 * q), np.cos(w), np.sqrt(a)
    above = (
        a * ((a + 1) + (a - 1) * cos + 2 * root * alpha),
        -2 * a * ((a - 1) + (a + 1) * cos),
        a * ((a + 1) + (a - 1) * cos - 2 * root * alpha),
    )
    below = (
        (a + 1) - (a - 1) * cos + 2 * root * alpha,
        2 * ((a - 1) - (a + 1) * cos),
        (a + 1) - (a - 1) * cos - 2 * root * alpha,
    )
    return _answer(above, below, turns)


def _high_pass(turns: _Complexes, q: float = 0.5, at: float = 38.0) -> _Complexes:
    w = 2 * np.pi * at / RATE
    alpha, cos = np.sin(w) / (2 * q), np.cos(w)
    return _answer(((1 + cos) / 2, -(1 + cos), (1 + cos) / 2), (1 + alpha, -2 * cos, 1 - alpha), turns)


def _answer(above: tuple[float, ...], below: tuple[float, ...], turns: _Complexes) -> _Complexes:
    """Return the answer of a filter of second order at these frequencies, given as a turn a sample."""
    answer: _Complexes = np.polyval(above[::-1], turns) / np.polyval(below[::-1], turns)
    return answer


# --- the limiter: it sees the whole phrase ------------------------------------------------------------------------

CEILING = -1.0
"""The highest true peak, in dB under full scale: what converters and lossy codecs want left."""

LOOK_AHEAD = 0.005
"""Seconds over which it turns down before a peak: too slow to be a click, too fast to be heard as fading."""

RECOVERY = 60.0
"""Decibels a second at which it turns up again."""

OVERSAMPLING = 4
"""Values between samples that are looked at, as ITU-R BS.1770-5 (annex 2) wants it."""

_MARGIN = 0.05  # dB: a changing gain moves the peaks between the samples a little

_SINC_TAPS = 12  # samples that a value between two of them is made from, as in the filter of BS.1770


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
    around = np.pad(samples, _SINC_TAPS // 2)
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
    places = np.arange(_SINC_TAPS * OVERSAMPLING) - (_SINC_TAPS * OVERSAMPLING - 1) / 2
    sinc = np.sinc(places / OVERSAMPLING) * np.kaiser(places.size, 5.0)
    sinc *= OVERSAMPLING / sinc.sum()
    phases: Samples = sinc.reshape(_SINC_TAPS, OVERSAMPLING)[::-1].T.astype(np.float32)
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


# --- filters ------------------------------------------------------------------------------------------------------

_LEAST = 4096  # samples a block: shorter ones take longer in all


def convolved(samples: Samples | _Floats, response: Samples | _Floats) -> _Floats:
    """Return samples through a filter that answers a click with `response`; longer by that, less one sample.

    A long sound goes through block by block (overlap-add).
    """
    size = _LEAST
    while size < 4 * response.size:
        size *= 2
    hop = size - response.size + 1
    blocks = -(-samples.size // hop)
    parts = np.zeros((blocks, size))
    padded = np.zeros(blocks * hop)
    padded[: samples.size] = samples
    parts[:, :hop] = padded.reshape(blocks, hop)
    heard = np.fft.irfft(np.fft.rfft(parts) * np.fft.rfft(response, size), size)
    whole = np.zeros(blocks * hop + size)
    for at, part in enumerate(heard):
        whole[at * hop : at * hop + size] += part
    return whole[: samples.size + response.size - 1]
