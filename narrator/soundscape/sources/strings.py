"""A plucked string: slow, wandering notes of a scale without semitones, so that whatever comes goes together."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import Samples, frames
from narrator.soundscape.chance import Chance
from narrator.soundscape.source import CHUNK, MixBuffer
from narrator.soundscape.tone import path, pitch, swell, times, voice

_PENTATONIC = (0, 2, 4, 7, 9)
_HARMONICS = (1.0, 0.5, 0.22, 0.16, 0.07, 0.05, 0.02)
_NOTE, _BRIGHT = 2.8, 1.4
"""Seconds that a note rings, and that its overtones do."""


class Strings:
    """Somebody who plays to himself: a few notes, a breath, a few notes. `root` in semitones above middle C."""

    def __init__(self, chance: Chance, root: float, beat: float) -> None:
        self._moment = chance.moment("strings")
        self._root, self._beat = root, beat
        self._degree, self._left = int(self._moment.integers(2, 8)), int(self._moment.integers(4, 8))
        self._next = frames(self._moment.uniform(0.5, 1.5))
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        while self._next < CHUNK:
            self._buffer.add(self._next, self._note(self._degree))
            if self._moment.random() < 0.25:
                self._buffer.add(self._next + frames(0.02), np.float32(0.6) * self._note(self._degree - 3))
            self._go_on()
        self._next -= CHUNK
        return self._buffer.chunk()

    def _go_on(self) -> None:
        """Find the next note: mostly a step away and a beat later. A phrase ends low, and then there is rest."""
        moment = self._moment
        self._left -= 1
        self._degree = int(np.clip(self._degree + moment.choice((-2, -1, -1, 1, 1, 2, 3)), 0, 9))
        beats = float(moment.choice((0.5, 1.0, 1.0, 1.5)))
        if self._left <= 0:
            self._left = int(moment.integers(4, 9))
            self._degree = int(moment.choice((0, 2, 5)))
            beats = moment.uniform(3, 5)
        self._next += frames(beats * self._beat * moment.uniform(0.97, 1.04))

    def _note(self, degree: int) -> Samples:
        octave, step = divmod(degree, len(_PENTATONIC))
        note = plucked(self._root + 12 * octave + _PENTATONIC[step])
        return np.float32(0.012 * self._moment.uniform(0.7, 1.0)) * note


def plucked(semitones: float) -> Samples:
    """Return a note so many semitones above middle C, about 1 high."""
    hertz = pitch(semitones)
    # A finger pulls the string a trifle sharp. What is bright in it is soon over.
    glide = path(_NOTE, (0, 1.004 * hertz), (0.05, hertz), (1, hertz))
    time = times(_NOTE)
    note = voice(glide, 0.9 * np.exp(-time / 0.9) * swell(_NOTE, 0.006, 1.0), (1.0, 0.2))
    time = times(_BRIGHT)
    bright = voice(glide[: len(time)], np.exp(-time / 0.35) * swell(_BRIGHT, 0.006, 0.6), _HARMONICS)
    note[: len(bright)] += bright
    return note
