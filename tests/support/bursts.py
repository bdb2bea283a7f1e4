"""A microphone's sound made of a hiss and bursts, and a detector that takes every burst for speech."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from narrator.dsp.samples import HEARING_RATE
from narrator.listening.endpointing import Endpointer, Event
from narrator.listening.vad import Pcm, decibels, power

HISS = -70.0
"""dB under full scale of the room."""

VOICE = -26.0


class Everything:
    """A detector that takes for speech whatever is louder than so many dB under full scale."""

    def __init__(self, louder_than: float = -45.0) -> None:
        self._threshold = louder_than

    def probability(self, frame: Pcm) -> float:
        """Return 1 for what is loud, else 0."""
        return float(decibels(power(frame)) > self._threshold)

    def reset(self, before: Sequence[Pcm] = ()) -> None:
        """Forget nothing: each frame is judged by itself."""


def samples(seconds: float) -> int:
    return round(seconds * HEARING_RATE)


def hiss(seconds: float, level: float = HISS, seed: int = 0) -> Pcm:
    """Return noise of that level."""
    loudness = 32768 * 10 ** (level / 20)
    noise: Pcm = np.rint(np.random.default_rng(seed).standard_normal(samples(seconds)) * loudness).astype(np.int16)
    return noise


def room(seconds: float, *bursts: tuple[float, float], level: float = VOICE, noise: float = HISS) -> Pcm:
    """Return a room in which there is a burst from each first to each second time."""
    sound = hiss(seconds, noise)
    for begin, end in bursts:
        count = samples(end) - samples(begin)
        sound[samples(begin) : samples(end)] = hiss(count / HEARING_RATE, level, seed=1)
    return sound


def events(sound: Pcm) -> list[Event]:
    """Return what happens in it."""
    return list(Endpointer(Everything()).feed(sound))


def cut(sound: Pcm, cuts: Iterable[int]) -> Iterator[Pcm]:
    """Yield a sound in pieces."""
    places = [0, *sorted(cuts), len(sound)]
    for begin, end in pairwise(places):
        yield sound[begin:end]
