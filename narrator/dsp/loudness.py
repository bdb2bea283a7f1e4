"""Equal loudness: how loud a phrase is to people (ITU-R BS.1770-5), and making all phrases equally loud.

BS.1770 measures in blocks of 0.4 s. A shorter clip, a name, is measured repeated, without a gap: so loud it would be
if it lasted.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.convolution import convolved
from narrator.dsp.limiter import limited
from narrator.dsp.samples import RATE, Samples, frames

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
    heard = power[power > _power_of(INAUDIBLE)]
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


def _power_of(loudness: float) -> float:
    return float(10 ** ((loudness - _OFFSET) / 10))


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
