"""Bends samples that are too loud below a peak that nothing passes.

The curve is made of operations that IEEE 754 rounds correctly: a sound comes out the same to the last bit, whatever
machine computes it and however it is cut into blocks.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Width = TypeVar("Width", np.float32, np.float64)


def soft_clipped(samples: NDArray[Width], knee: float, peak: float) -> NDArray[Width]:
    """Bend what is louder than `knee` so that it stays under `peak`, without a corner in the curve."""
    size = np.abs(samples)
    if size.max(initial=0.0) <= knee:
        return samples
    room = peak - knee
    over = np.maximum(size - knee, 0.0) / room
    return np.where(size > knee, np.copysign(knee + room * (over / (1 + over)), samples), samples)
