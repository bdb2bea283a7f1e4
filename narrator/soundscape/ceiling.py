"""The ceiling of a scene: louder peaks are bent below it."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import Samples

PEAK = 0.2
"""What no sample of a scene exceeds: 14 dB under full scale."""

_KNEE = 0.12
"""Up to here nothing is bent."""


def soft_clipped(samples: Samples) -> Samples:
    """Return samples with what is higher than the knee bent under `PEAK`: many crackles at once stay soft."""
    high = np.abs(samples) - np.float32(_KNEE)
    if high.max() <= 0:
        return samples
    room = np.float32(PEAK - _KNEE)
    curved = np.sign(samples) * (np.float32(_KNEE) + room * np.tanh(np.maximum(high, 0) / room))
    return np.where(high > 0, curved, samples).astype(np.float32)
