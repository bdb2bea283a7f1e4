"""Sound as arrays: float32 at 16 kHz, in the scale of 16-bit samples, changed in length, colour and level."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

RATE = 16000
"""Samples a second, of everything that the model hears."""

UP, DOWN = 320, 441
"""From what espeak and the narrator's scenes are rendered at, 22,050 samples a second, to `RATE`."""

Samples = NDArray[np.float32]

_FULL_SCALE = 32767.0
_BANK_PEAK = 12000.0

_HOP, _SEEK = RATE // 80, RATE // 120
"""Of `stretched`: samples from one window to the next, and by how many it may move; a period of a deep voice is 160."""


def resampled(samples: NDArray[np.generic], up: int, down: int) -> Samples:
    """The same sound with `up` samples for every `down`; what lies above the new band is dropped (in the spectrum)."""
    blocks = -(-len(samples) // down)
    spectrum = np.fft.rfft(samples.astype(np.float32), blocks * down)
    longer = np.fft.irfft(spectrum[: blocks * up // 2 + 1], blocks * up) * (up / down)
    return longer[: len(samples) * up // down].astype(np.float32)


def stretched(samples: Samples, places: Sequence[int], moved: Sequence[int]) -> Samples:
    """The same sound with what is at `places` at `moved` instead, evenly between two of them; the pitch stays.

    Both begin with 0, and end with the length before and after. Windows that overlap are taken from where they fit what
    came before best (Verhelst, Roelands, "An overlap-add technique based on waveform similarity", 1993).
    """
    window = np.hanning(2 * _HOP + 1)[:-1].astype(np.float32)
    count = moved[-1] // _HOP + 2
    wanted = np.interp(_HOP * np.arange(count), moved, places).astype(int)
    heard = np.pad(samples, (_HOP + _SEEK, 3 * _HOP + _SEEK))  # so that sample 0 is in the middle of a window
    sound = np.zeros((count + 1) * _HOP, np.float32)
    following = int(wanted[0]) + _SEEK
    for number, place in enumerate(wanted):
        tried = heard[place : place + 2 * (_HOP + _SEEK)]
        begin = int(place + np.argmax(np.correlate(tried, heard[following : following + 2 * _HOP], "valid")))
        sound[number * _HOP : (number + 2) * _HOP] += window * heard[begin : begin + 2 * _HOP]
        following = min(begin + _HOP, len(heard) - 2 * _HOP)
    return sound[_HOP : _HOP + moved[-1]]


def rms(samples: Samples) -> float:
    """Root of the mean square, never zero."""
    return float(np.sqrt(np.mean(np.square(samples, dtype=np.float64)))) + 1e-9


def amplitude(decibels: float) -> float:
    """The factor of amplitude of so many decibels."""
    return float(10.0 ** (decibels / 20.0))


def mixed(speech: Samples, noise: Samples, ratio: float, reference: float) -> Samples:
    """Noise under speech, so that the noise lies `ratio` dB under the RMS `reference`."""
    return (speech + noise * np.float32(reference / rms(noise) * amplitude(-ratio))).astype(np.float32)


def at_peak(samples: Samples, level: float) -> Samples:
    """The sound with its peak at so many dB of full scale, rounded as a sound card would."""
    peak = float(np.abs(samples).max()) + 1e-9
    return np.round(samples * np.float32(_FULL_SCALE * amplitude(level) / peak)).astype(np.float32)


def scaled(samples: Samples) -> Samples:
    """The sound with its peak where all recordings of a bank have theirs, 9 dB under full scale."""
    return np.asarray(samples * (_BANK_PEAK / (float(np.abs(samples).max()) + 1e-9)), np.float32)


def shaped(samples: Samples, gain: Callable[[NDArray[np.float64]], NDArray[np.float64]]) -> Samples:
    """With each frequency (Hz) so many times as strong."""
    size = 1 << max(1, len(samples) - 1).bit_length()
    hertz = np.asarray(np.fft.rfftfreq(size, 1 / RATE), np.float64)
    spectrum = np.fft.rfft(samples, size) * gain(hertz)
    return np.fft.irfft(spectrum, size)[: len(samples)].astype(np.float32)


def filtered(samples: Samples, response: Samples) -> Samples:
    """Convolved with an impulse response, as long as before."""
    size = 1 << (len(samples) + len(response) - 1).bit_length()
    product = np.fft.rfft(samples, size) * np.fft.rfft(response, size)
    return np.fft.irfft(product, size)[: len(samples)].astype(np.float32)


def within(samples: Samples, low: float, high: float) -> Samples:
    """What lies between two frequencies (Hz), with slopes of 12 dB an octave (magnitude of a Butterworth filter)."""

    def gain(hertz: NDArray[np.float64]) -> NDArray[np.float64]:
        hertz = hertz + 1e-3  # the first is nothing
        return np.asarray(1 / np.sqrt((1 + (low / hertz) ** 4) * (1 + (hertz / high) ** 4)))

    return shaped(samples, gain)
