"""Equal loudness: how loud a phrase is to people (ITU-R BS.1770, by pyloudnorm), and making all phrases the same.

BS.1770 measures in blocks of 0.4 s. A shorter clip, a name, is measured repeated, without a gap: so loud it would be
if it lasted.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pyloudnorm

from narrator.dsp.limiter import limited
from narrator.dsp.samples import RATE, Samples, frames

TARGET = -20.0
"""LUFS of every phrase in a plain style: leaves 19 dB for the peaks of speech."""

SHORTEST = 0.4
"""Seconds that BS.1770 can measure."""

INAUDIBLE = -70.0
"""LUFS below which BS.1770 hears nothing."""

_REPEATED_TO = 3 * SHORTEST  # seconds: several blocks, that begin at different places of the clip
_CLOSE = 0.1  # LU


def loudness(samples: Samples) -> float:
    """Return the integrated loudness in LUFS; -inf for silence."""
    if not samples.size:
        return -np.inf
    if samples.size < frames(SHORTEST):
        samples = np.tile(samples, -(-frames(_REPEATED_TO) // samples.size))
    with np.errstate(divide="ignore", invalid="ignore"):
        found = float(_meter().integrated_loudness(samples.astype(np.float64)))
    return found if found > INAUDIBLE else -np.inf


def levelled(samples: Samples, target: float = TARGET) -> Samples:
    """Return samples at a loudness (LUFS), their true peak under the limiter's ceiling. Silence stays silence.

    Where the limiter takes loudness away it is given back; a sound that is all peaks, a click, stays below.
    """
    found = loudness(samples)
    if found == -np.inf:
        return samples
    missing = gain = target - found
    while True:
        louder = amplified(samples, gain)
        result = limited(louder)
        if result is louder:
            return result
        before, missing = missing, target - loudness(result)
        if abs(missing) < _CLOSE or abs(missing) > before / 2:
            return result
        gain += missing


def amplified(samples: Samples, gain: float) -> Samples:
    """Return samples so many dB louder."""
    return samples if gain == 0 else (samples * np.float32(10 ** (gain / 20))).astype(np.float32, copy=False)


@cache
def _meter() -> pyloudnorm.Meter:
    return pyloudnorm.Meter(RATE)
