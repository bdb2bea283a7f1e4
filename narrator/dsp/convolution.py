"""Long sounds through short filters, block by block (overlap-add)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.samples import Samples

_Floats = NDArray[np.float64]
_LEAST = 4096  # samples a block: shorter ones take longer in all


def convolved(samples: Samples | _Floats, response: Samples | _Floats) -> _Floats:
    """Return samples through a filter that answers a click with `response`; longer by that, less one sample."""
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
