"""A tawny owl: a long hoot, a wait, and then the hoot that quavers."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import Samples, frames
from narrator.soundscape.chance import Chance
from narrator.soundscape.onsets import Onsets
from narrator.soundscape.source import MixBuffer
from narrator.soundscape.tone import path, swell, times, voice

_HARMONICS = (1.0, 0.06, 0.03)


class Owl:
    """An owl somewhere in the woods, heard twice or three times a minute."""

    def __init__(self, chance: Chance) -> None:
        self._note = chance.place("owl").uniform(690, 800)
        self._moment = chance.moment("owl")
        self._onsets = Onsets(self._moment, (3, 22), (18, 40))
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        for at in self._onsets.due():
            self._buffer.add(at, self._hoot(self._moment.uniform(0.75, 1.0), quaver=0.0))
            at += frames(self._moment.uniform(2.2, 3.4))
            self._buffer.add(at, np.float32(0.5) * self._hoot(0.14, quaver=0.0))
            at += frames(self._moment.uniform(0.42, 0.6))
            self._buffer.add(at, self._hoot(self._moment.uniform(1.3, 1.8), quaver=1.0))
        return self._buffer.chunk()

    def _hoot(self, seconds: float, quaver: float) -> Samples:
        """Return a hoot; one that quavers is broken into beats that run together towards its end."""
        note = path(
            seconds, (0, 0.95 * self._note), (0.2, 1.02 * self._note), (0.7, self._note), (1, 0.93 * self._note)
        )
        beats = np.cos(2 * np.pi * self._moment.uniform(7, 8.5) * times(seconds))
        broken = 1 - path(seconds, (0, 0.85), (0.5, 0.7), (0.75, 0.0), (1, 0.0)) * quaver * (1 - beats) / 2
        return voice(note * (1 + 0.012 * quaver * beats), 0.02 * broken * swell(seconds, 0.1, 0.3), _HARMONICS)
