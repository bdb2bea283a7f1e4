"""A drum like a heart: far away under a verdict, and near, swelling, before a death is told."""

from __future__ import annotations

import numpy as np

from narrator.dsp.samples import RATE, Samples, frames, silence
from narrator.soundscape.chance import Chance, generator
from narrator.soundscape.onsets import Onsets
from narrator.soundscape.source import MixBuffer, level
from narrator.soundscape.tone import swell, times, voice

_MODES = ((1.0, 1.0, 0.20), (1.59, 0.45, 0.13), (2.14, 0.25, 0.09), (2.65, 0.12, 0.06))
"""Of a membrane: frequency, height, and seconds in which it falls to a third."""

_STROKE = 0.55
"""Seconds that a stroke is heard."""

_ECHO = 0.27
"""Seconds from the first stroke of a heartbeat to its second, weaker one."""

_PACE = 0.93 * RATE
"""Frames from one heartbeat of a suspense to the next, or so."""

_HIGHEST = 0.23


def heartbeat(chance: np.random.Generator, hertz: float) -> Samples:
    """Return the two strokes of a heartbeat, at most 1 high."""
    first, second = _stroke(chance, hertz), _stroke(chance, 1.12 * hertz)
    beat = np.zeros(frames(_ECHO) + len(second), dtype=np.float32)
    beat[: len(first)] += first
    beat[frames(_ECHO) :] += np.float32(0.55) * second
    beat /= max(1.0, float(np.abs(beat).max()))
    return beat


class Heart:
    """The drum, slow and far away, without end."""

    def __init__(self, chance: Chance) -> None:
        self._moment = chance.moment("heart")
        place = chance.place("heart")
        self._hertz, period = place.uniform(86, 98), place.uniform(1.35, 1.5)
        self._onsets = Onsets(self._moment, (0.5, 1.0), (0.98 * period, 1.02 * period))
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        for at in self._onsets.due():
            height = np.float32(0.03 * self._moment.uniform(0.8, 1.0))
            self._buffer.add(at, height * heartbeat(self._moment, self._hertz))
        return self._buffer.chunk()


def drum(seconds: float, seed: int) -> Samples:
    """Return the drum of a suspense, as long as told: it swells and quickens, and stops short of the end.

    The last quarter, at most 1.2 s, is silence: that is where breath is held. At most 12 dB under full scale.
    """
    roll = silence(seconds)
    chance = generator("drum", seed)
    heard = frames(seconds - min(1.2, seconds / 4))
    beats = [heartbeat(chance, 92.0)]
    # The last beat is over when the silence begins; as many come before as fit at about the pace of a heart.
    last = max(0, heard - len(beats[0]))
    beats += [heartbeat(chance, 92.0) for _ in range(round(last / _PACE))]
    for beat, share in zip(beats, np.linspace(0, 1, len(beats)) if len(beats) > 1 else [0.6], strict=True):
        # Quickening: the gaps shrink from 12 percent over their mean to 12 percent under it.
        at = round(last * share * (1.12 - 0.12 * share)) if len(beats) > 1 else 0
        part = np.float32(_HIGHEST * level(-12 * (1 - share))) * beat[: heard - at]
        fade = min(len(part), frames(0.05))
        part[len(part) - fade :] *= np.linspace(1, 0, fade, dtype=np.float32)
        roll[at : at + len(part)] += part
    return roll


def _stroke(chance: np.random.Generator, hertz: float) -> Samples:
    """Return a stroke of the drum: the skin gives way, and the note falls by a third."""
    time = times(_STROKE)
    bend, end = 1 + 0.30 * np.exp(-time / 0.035), swell(_STROKE, 0.004, 0.25)
    struck = sum(
        (voice(ratio * hertz * bend, height * np.exp(-time / decay) * end) for ratio, height, decay in _MODES),
        start=np.zeros(1, dtype=np.float32),
    )
    felt = np.convolve(chance.standard_normal(1400), np.hanning(40) / 20, mode="same") * np.exp(-np.arange(1400) / 260)
    felt[:20] *= np.linspace(0, 1, 20)
    struck[: len(felt)] += (0.5 * felt).astype(np.float32)
    # Bent a little, so that small loudspeakers have overtones to show the note by.
    bent: Samples = np.tanh(np.float32(2.2) * struck)
    return bent
