"""What the spectrum of speech looks like, 200 times a second: mel-frequency cepstra, and how loud it is."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.samples import RATE, Samples

HOP = 0.005
"""Seconds from one frame to the next; the first one is centred on the first sample."""

COEFFICIENTS = 14
"""How many there are of each frame; the first tells how loud it is."""

_WINDOW, _TRANSFORM, _BANDS, _LOWEST, _HIGHEST = 441, 512, 32, 60.0, 10_500.0


def cepstra(samples: Samples) -> tuple[Samples, Samples]:
    """Return the cepstra of each frame, and its level in dB under full scale."""
    count = int(samples.size / RATE / HOP) + 1
    padded = np.pad(samples, (_WINDOW // 2, _WINDOW))
    centres = np.round(np.arange(count) * HOP * RATE).astype(int)
    windows = padded[centres[:, None] + np.arange(_WINDOW)] * np.hanning(_WINDOW).astype(np.float32)
    power = np.abs(np.fft.rfft(windows, _TRANSFORM)) ** 2
    bands, cosines = _filters()
    found = np.log(power @ bands + 1e-7) @ cosines
    level = 10 * np.log10((windows**2).mean(axis=1) + 1e-9)
    return found.astype(np.float32), level.astype(np.float32)


@cache
def _filters() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return triangles that are evenly spaced in mel, and the cosine transform of their logarithms."""
    lowest, highest = 2595 * np.log10(1 + np.array([_LOWEST, _HIGHEST]) / 700)
    mel = np.linspace(lowest, highest, _BANDS + 2)
    points = 700 * (10 ** (mel / 2595) - 1)
    frequencies = np.fft.rfftfreq(_TRANSFORM, 1 / RATE)[:, None]
    below, peak, above = points[:-2], points[1:-1], points[2:]
    bands = np.clip(np.minimum((frequencies - below) / (peak - below), (above - frequencies) / (above - peak)), 0, None)
    order, band = np.arange(COEFFICIENTS), np.arange(_BANDS)[:, None]
    cosines = np.cos(np.pi * order * (2 * band + 1) / (2 * _BANDS)) * np.sqrt(2 / _BANDS)
    cosines[:, 0] /= np.sqrt(2)
    return bands, cosines
