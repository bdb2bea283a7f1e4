"""Tones as animals, bells and strings make them: gliding, swelling, with harmonics.

What changes slowly (a pitch, a height) is a `Curve`: a value every `STEP` frames, with straight lines between. A long
howl must not keep a small computer from the next block of sound, so nothing is computed more finely than is heard.
The earcon is made of two.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.samples import RATE, Samples, frames

STEP = 16
"""Frames from one value of a curve to the next: 0.7 ms."""

Curve = NDArray[np.float64]
"""Values `STEP` frames apart, from the beginning to the end."""

_MIDDLE_C = 261.63
_RAMP = np.arange(STEP, dtype=np.float32) / np.float32(STEP)


def times(seconds: float) -> Curve:
    """Return the times of a curve of that length, in seconds from its beginning."""
    return np.asarray(np.arange(max(2, round(seconds * RATE / STEP) + 1)) * (STEP / RATE), dtype=np.float64)


def path(seconds: float, *points: tuple[float, float]) -> Curve:
    """Return a smooth curve through points: (share of the time, value), the first at 0 and the last at 1.

    Between two points it goes like half a cosine, so that it has no corner.
    """
    count = len(times(seconds))
    share = np.linspace(0, 1, count)
    at, values = np.array([point[0] for point in points]), np.array([point[1] for point in points])
    leg = np.clip(np.searchsorted(at, share, side="right") - 1, 0, len(points) - 2)
    along = (share - at[leg]) / (at[leg + 1] - at[leg])
    return np.asarray(values[leg] + (values[leg + 1] - values[leg]) * (1 - np.cos(np.pi * along)) / 2)


def swell(seconds: float, attack: float, release: float) -> Curve:
    """Return a curve that rises from 0 to 1 in `attack` seconds, stays, and falls to 0 in `release`."""
    time = times(seconds)
    rise, fall = np.ones(len(time)), np.ones(len(time))
    if attack > 0:
        rise = np.sin(np.pi / 2 * np.minimum(1, time / attack)) ** 2
    if release > 0:
        fall = np.sin(np.pi / 2 * np.minimum(1, (time[-1] - time) / release)) ** 2
    return np.minimum(rise, fall)


def voice(hertz: Curve, height: Curve, harmonics: Sequence[float] = (1.0,)) -> Samples:
    """Return a tone of that pitch and height; `harmonics` are the heights of its 1st, 2nd, 3rd... against one another.

    The two curves are of one length. A harmonic that would lie beyond 9 kHz anywhere is left out.
    """
    turns = np.cumsum(_lines(hertz), dtype=np.float64) / RATE
    angle = (2 * np.pi * (turns - np.floor(turns))).astype(np.float32)
    before, now = np.zeros_like(angle), np.sin(angle)
    tone = np.float32(harmonics[0]) * now
    heard = harmonics[: max(1, int(9000 / hertz.max()))]
    if len(heard) > 1:
        # sin((n + 1)a) = 2 cos(a) sin(na) - sin((n - 1)a): all harmonics for the price of two.
        twice = 2 * np.cos(angle)
        for share in heard[1:]:
            before, now = now, twice * now - before
            tone += np.float32(share) * now
    tone *= _lines(height)
    return tone


def pitch(semitones: float) -> float:
    """Return the frequency in hertz of a note so many semitones above middle C."""
    return float(_MIDDLE_C * 2 ** (semitones / 12))


def _lines(curve: Curve) -> Samples:
    """Return a curve as a value for each frame."""
    values = curve.astype(np.float32)
    return (values[:-1, None] + np.diff(values)[:, None] * _RAMP).reshape(-1)


_NOTES = (43, 48)
"""Semitones above middle C: a fourth up asks, so high that whoever answers meanwhile is heard beside it."""

_APART, _LENGTH = 0.09, 0.25  # seconds
_HIGHEST = 0.06


def earcon() -> Samples:
    """Return the sign that an answer is listened for: less than 0.4 s, 24 dB under full scale, from and to silence."""
    time = times(_LENGTH)
    fading = np.exp(-time / 0.07) * swell(_LENGTH, 0.008, 0.08)
    notes = [voice(np.full(len(time), pitch(note)), fading, (1.0,)) for note in _NOTES]
    whole = np.zeros(frames(_APART) * (len(notes) - 1) + len(notes[0]), dtype=np.float32)
    for index, note in enumerate(notes):
        whole[index * frames(_APART) : index * frames(_APART) + len(note)] += note
    return whole * np.float32(_HIGHEST / np.abs(whole).max())
