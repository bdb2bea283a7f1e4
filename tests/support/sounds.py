"""Sounds to try the voice on, made from nothing: vowels, hisses, tones; and what can be measured of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy.signal import lfilter, welch

from narrator.dsp.samples import RATE, Samples, frames

A_VOWEL = (700.0, 1200.0, 2600.0)
"""Hz of the formants of an open a."""

AN_I = (300.0, 2300.0, 3000.0)
"""Hz of the formants of an i."""


def tone(hertz: float, seconds: float, level: float = 0.5) -> Samples:
    """Return a sine of that amplitude."""
    return (level * np.sin(2 * np.pi * hertz * np.arange(frames(seconds)) / RATE)).astype(np.float32)


def hiss(seconds: float, level: float = 0.1, seed: int = 0) -> Samples:
    """Return white noise of that level (root mean square)."""
    return np.float32(level) * np.random.default_rng(seed).standard_normal(frames(seconds), dtype=np.float32)


def vowel(formants: Sequence[float], seconds: float, pitch: float = 110.0) -> Samples:
    """Return a sung vowel: pulses at its pitch through one resonance a formant, 80 Hz broad. Its peak is 0.5."""
    sound = np.zeros(frames(seconds))
    sound[:: round(RATE / pitch)] = 1.0
    radius = np.exp(-np.pi * 80 / RATE)
    for formant in formants:
        sound = lfilter([1.0], [1.0, -2 * radius * np.cos(2 * np.pi * formant / RATE), radius**2], sound)
    sung: Samples = (sound / np.abs(sound).max() * 0.5).astype(np.float32)
    return sung


def phrase() -> Samples:
    """Return what is near enough to a phrase: vowels, a hiss, and a moment of silence between them."""
    gap = np.zeros(frames(0.05), dtype=np.float32)
    parts = (vowel(A_VOWEL, 0.3), hiss(0.1, 0.05), vowel(AN_I, 0.25, 95.0), gap, vowel(A_VOWEL, 0.4, 85.0))
    return np.concatenate(parts)


def periodicity(sound: Samples, pitch: float = 110.0) -> float:
    """Return how alike a sound is to itself one period later: 1 for a steady voice, about 0 for noise."""
    period = round(RATE / pitch)
    one, other = sound[:-period], sound[period:]
    return float(np.corrcoef(one, other)[0, 1])


def strongest(sound: Samples, low: float, high: float) -> float:
    """Return the frequency, between two, at which a sound is strongest, in Hz; harmonics are smoothed over."""
    at, power = welch(sound, RATE, nperseg=512)
    smooth = np.convolve(power, np.hanning(9) / np.hanning(9).sum(), mode="same")
    within = (at >= low) & (at <= high)
    return float(at[within][smooth[within].argmax()])
