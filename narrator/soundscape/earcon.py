"""The earcon: a short soft sign that an answer is listened for, where words would be too much."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import Samples, frames
from narrator.soundscape.tone import pitch, swell, times, voice

_NOTES = (7, 12)
"""Semitones above middle C: a fourth up asks."""

_APART, _LENGTH = 0.11, 0.34  # seconds
_HIGHEST = 0.16


def earcon() -> Samples:
    """Return the sign: less than 0.6 s, 16 dB under full scale, from silence to silence."""
    time = times(_LENGTH)
    fading = np.exp(-time / 0.09) * swell(_LENGTH, 0.012, 0.12)
    notes = [voice(np.full(len(time), pitch(note)), fading, (1.0, 0.25, 0.0, 0.06)) for note in _NOTES]
    whole = np.zeros(frames(_APART) * (len(notes) - 1) + len(notes[0]), dtype=np.float32)
    for index, note in enumerate(notes):
        whole[index * frames(_APART) : index * frames(_APART) + len(note)] += note
    return whole * np.float32(_HIGHEST / np.abs(whole).max())
