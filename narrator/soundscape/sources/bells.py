"""A church bell beyond the fields: a peal, or one bell that tolls."""

from __future__ import annotations

from functools import cache

import numpy as np

from narrator.dsp.samples import Samples, frames
from narrator.soundscape.chance import Chance
from narrator.soundscape.source import CHUNK, MixBuffer
from narrator.soundscape.tone import STEP, pitch, swell, times, voice

_PARTIALS = (
    (0.5, 0.35, 3.2),
    (1.0, 0.6, 2.2),
    (1.19, 0.55, 1.6),
    (1.5, 0.22, 1.0),
    (2.0, 1.0, 0.9),
    (2.52, 0.22, 0.5),
    (3.01, 0.3, 0.4),
)
"""Of a bell with a minor third: frequency, height, and seconds in which it falls to a third."""

_RING = 4.5
"""Seconds after which nobody hears a stroke any more."""


class Bells:
    """Bells that swing, each at its own pace, for `ring` seconds, and are still for `rest` seconds."""

    def __init__(self, chance: Chance, notes: tuple[float, ...], swing: float, ring: float, rest: float) -> None:
        """Hang bells with strike notes in semitones above middle C; the heaviest swings in `swing` seconds."""
        self._moment = chance.moment("bells")
        place = chance.place("bells")
        # Lighter bells swing a little faster, so that the order of their strokes never settles.
        self._bells = [
            (note, swing * (1 - 0.09 * index) * place.uniform(0.985, 1.015)) for index, note in enumerate(notes)
        ]
        self._ring, self._rest = frames(ring), frames(rest)
        self._next = [frames(0.6 + self._moment.uniform(0, swing)) for _ in notes]
        self._over = self._ring
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        for index, (note, swing) in enumerate(self._bells):
            while self._next[index] < CHUNK:
                self._buffer.add(self._next[index], self._stroke(note))
                self._next[index] += frames(swing * self._moment.uniform(0.99, 1.01))
        self._over -= CHUNK
        self._next = [at - CHUNK for at in self._next]
        if self._over < 0:
            self._over += self._ring + self._rest
            self._next = [at + self._rest for at in self._next]
        return self._buffer.chunk()

    def _stroke(self, note: float) -> Samples:
        return np.float32(0.012 * self._moment.uniform(0.8, 1.0)) * struck(note)


@cache
def struck(note: float) -> Samples:
    """Return a stroke of the bell of that note: it is always the same bell, only struck harder or softer."""
    stroke = np.zeros(frames(_RING) + STEP, dtype=np.float32)
    for ratio, height, seconds in _PARTIALS:
        # A partial that is 50 dB down is over.
        length = min(6 * seconds, _RING)
        time = times(length)
        fading = height * np.exp(-time / seconds) * swell(length, 0.006, 0.35 * length)
        partial = voice(np.full(len(time), pitch(note) * ratio), fading)
        stroke[: len(partial)] += partial
    return stroke
