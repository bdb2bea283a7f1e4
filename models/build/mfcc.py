"""The features that the recogniser computes: Kaldi's MFCC without dither, 40 cepstra of 40 mel bands."""

import functools
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.build.sound import RATE, Samples

SHIFT: Final = 160
"""Samples between two frames: 10 ms."""

LENGTH: Final = 400
CEPSTRA: Final = 40

_BANDS: Final = 40
_FFT: Final = 512
_LOW, _HIGH = 20.0, 7600.0
_PREEMPHASIS: Final = 0.97
_LIFTER: Final = 22.0
_KNEE: Final = 6200.0
_WARPS: Final = 50
"""Steps of warping from 0 to 1."""
_BENT: Final = 600.0, 2000.0
"""Between these frequencies a bend turns: below, most first formants lie, above, most of the others."""
_FLOOR: Final = float(np.finfo(np.float32).eps)

SETTINGS: Final = f"""\
--sample-frequency={RATE}
--use-energy=false
--num-mel-bins={_BANDS}
--num-ceps={CEPSTRA}
--low-freq={_LOW:g}
--high-freq={_HIGH:g}
--dither=0
"""
"""The same, as `conf/mfcc.conf` says it; what it leaves out is at Kaldi's defaults."""


def _mel(hertz: NDArray[np.float64]) -> NDArray[np.float64]:
    return 1127.0 * np.log1p(hertz / 700.0)


def _window() -> Samples:
    """Kaldi's "povey" window: a Hann window to the power of 0.85."""
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(LENGTH) / (LENGTH - 1))
    return (hann**0.85).astype(np.float32)


def _filters(warp: float = 1.0, bend: float = 0.0) -> Samples:
    """[bins of the spectrum, bands]: triangles that are even in mel, without the bin of half the rate.

    With a warp, what lies below 6.2 kHz is taken to lie at `warp` times its frequency, and the rest is squeezed or
    stretched to end where it did, as vocal-tract length normalisation does it. A bend takes half of it from the warp of
    first formants, and adds as much to that of the others.
    """
    lowest, highest = _mel(np.array([_LOW, _HIGH]))
    edges = np.linspace(lowest, highest, _BANDS + 2)
    hertz = np.arange(_FFT // 2) * RATE / _FFT
    highest_warp = warp + bend / 2
    knee, top = _KNEE / max(highest_warp, 1.0), RATE / 2
    below = hertz * np.interp(hertz, _BENT, (warp - bend / 2, highest_warp))
    above = knee * highest_warp + (hertz - knee) * (top - knee * highest_warp) / (top - knee)
    mel = _mel(np.where(hertz < knee, below, above))[:, None]
    rising = (mel - edges[:-2]) / (edges[1:-1] - edges[:-2])
    falling = (edges[2:] - mel) / (edges[2:] - edges[1:-1])
    return np.asarray(np.maximum(0, np.minimum(rising, falling)), np.float32)


def _cosines() -> Samples:
    """[bands, cepstra]: the orthonormal DCT-II, weighted by the cepstral lifter."""
    order = np.arange(CEPSTRA)
    cosines = np.sqrt(2 / _BANDS) * np.cos(np.pi / _BANDS * np.outer(np.arange(_BANDS) + 0.5, order))
    cosines[:, 0] = np.sqrt(1 / _BANDS)
    return np.asarray(cosines * (1 + _LIFTER / 2 * np.sin(np.pi * order / _LIFTER)), np.float32)


_WINDOW, _COSINES = _window(), _cosines()


@functools.cache
def _warped(warp: int, bend: int) -> Samples:
    return _filters(warp / _WARPS, bend / _WARPS)


def mfcc(samples: Samples, warp: float = 1.0, bend: float = 0.0) -> Samples:
    """[frames, cepstra]; frame i is of samples 160 i to 160 i + 399, so that the tail that fills none is left out.

    A `warp` above 1 is a shorter vocal tract, whose formants lie so many times as high. Vocal tracts differ in shape
    too: with a `bend` above 0, first formants rise less than the others (Fant, "A note on vocal tract size factors and
    non-uniform F-pattern scalings", 1966). Both are rounded to the nearest 0.02.
    """
    if len(samples) < LENGTH:
        return np.zeros((0, CEPSTRA), np.float32)
    frames = np.lib.stride_tricks.sliding_window_view(samples, LENGTH)[::SHIFT]
    frames = frames - frames.mean(axis=1, keepdims=True)
    before = np.concatenate([frames[:, :1], frames[:, :-1]], axis=1)
    spectrum = np.fft.rfft((frames - _PREEMPHASIS * before) * _WINDOW, _FFT)[:, : _FFT // 2]
    power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
    return np.asarray(
        np.log(np.maximum(power @ _warped(round(warp * _WARPS), round(bend * _WARPS)), _FLOOR)) @ _COSINES, np.float32
    )
