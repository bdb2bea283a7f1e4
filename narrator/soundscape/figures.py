"""Sounds in place of words: the drum of a suspense, a note held before a name, a figure for each motif.

All are quieter than speech by far, begin and end at zero, and are the same for the same public seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from narrator.dsp.samples import Samples, frames, silence
from narrator.soundscape.source import generator
from narrator.soundscape.sources.instruments import drum, plucked, struck
from narrator.soundscape.tone import pitch, swell, times, voice

SOUNDING = 0.9
"""Share of its time in which a figure is heard; then there is silence."""

_ENDING = 0.35
"""Share of its time in which a figure dies away."""

_BOWED = (1.0, 0.6, 0.45, 0.3, 0.18, 0.1)
"""A low string, with overtones by which small loudspeakers show its note."""


def _bowed(semitones: float) -> Samples:
    seconds = 4.0
    fading = np.exp(-times(seconds) / 1.2) * swell(seconds, 0.18, 1.0)
    return voice(np.full(len(fading), pitch(semitones)), fading, _BOWED)


@dataclass(frozen=True)
class Figure:
    """Notes of one instrument: the share of the time at which each begins, and its semitones above middle C.

    `highest` is the highest sample.
    """

    play: Callable[[float], Samples]
    notes: tuple[tuple[float, float], ...]
    highest: float = 0.05


FIGURES: dict[str, Figure] = {
    "hold": Figure(_bowed, ((0.0, -15),)),
    # Calls: the hunters creep by semitones, who helps rises.
    "hunters": Figure(plucked, ((0.0, -12), (0.24, -11), (0.48, -12))),
    "helpers": Figure(plucked, ((0.0, 0), (0.2, 4), (0.4, 7))),
    # Dawns: a breath after the words.
    "spared": Figure(struck, ((0.18, 7), (0.3, 11), (0.42, 14))),
    "toll": Figure(struck, ((0.18, -5),)),
    "tolls": Figure(struck, ((0.18, -5), (0.52, -5))),
    "song": Figure(plucked, ((0.0, 0), (0.16, 2), (0.32, 4), (0.48, 7))),
}


def figure(seconds: float, name: str, seed: int) -> Samples:
    """Return a figure, as long as told; without a name, the drum. The public seed decides the key of an evening."""
    return _played(seconds, name, seed) if name else drum(seconds, seed)


@lru_cache(maxsize=16)
def _played(seconds: float, name: str, seed: int) -> Samples:
    told = FIGURES[name]
    played = silence(seconds)
    length = frames(SOUNDING * seconds)
    key = float(generator("key", seed).integers(-2, 3))
    for at, semitones in told.notes:
        begin = frames(at * seconds)
        note = told.play(semitones + key)[: max(0, length - begin)]
        played[begin : begin + len(note)] += note
    end = min(length, frames(_ENDING * seconds))
    played[length - end : length] *= np.cos(np.linspace(0, np.pi / 2, end, dtype=np.float32)) ** 2
    played *= np.float32(told.highest / max(np.abs(played).max(initial=0), told.highest / 10))
    played.flags.writeable = False
    return played
