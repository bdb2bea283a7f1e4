"""Sounds made from nothing: vowels, hisses, tones, and their measures; a room, bursts in it, a person who speaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.signal import lfilter, welch

from narrator.ear.endpointing import Endpointer, Event
from narrator.ear.vad import Pcm, decibels, power
from narrator.sound.dsp.samples import HEARING_RATE, RATE, Samples, frames

A_VOWEL = (700.0, 1200.0, 2600.0)
"""Hz of the formants of an open a."""

AN_I = (300.0, 2300.0, 3000.0)
"""Hz of the formants of an i."""


def tone(hertz: float, seconds: float, level: float = 0.5) -> Samples:
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


@dataclass
class Steady:
    """An ambience that is one number: what comes out is its gain."""

    height: float = 0.1

    def read(self, count: int) -> Samples:
        return np.full(count, self.height, dtype=np.float32)


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


HISS = -70.0
"""dB under full scale of the room."""

VOICE = -26.0


class Everything:
    """A detector that takes for speech whatever is louder than so many dB under full scale."""

    def __init__(self, louder_than: float = -45.0) -> None:
        self._threshold = louder_than

    def probability(self, frame: Pcm) -> float:
        return float(decibels(power(frame)) > self._threshold)

    def reset(self, before: Sequence[Pcm] = ()) -> None:
        """Forget nothing: each frame is judged by itself."""


def samples(seconds: float) -> int:
    return round(seconds * HEARING_RATE)


def room_hiss(seconds: float, level: float = HISS, seed: int = 0) -> Pcm:
    loudness = 32768 * 10 ** (level / 20)
    noise: Pcm = np.rint(np.random.default_rng(seed).standard_normal(samples(seconds)) * loudness).astype(np.int16)
    return noise


def room(seconds: float, *bursts: tuple[float, float], level: float = VOICE, noise: float = HISS) -> Pcm:
    """Return a room in which there is a burst from each first to each second time."""
    sound = room_hiss(seconds, noise)
    for begin, end in bursts:
        count = samples(end) - samples(begin)
        sound[samples(begin) : samples(end)] = room_hiss(count / HEARING_RATE, level, seed=1)
    return sound


def events(sound: Pcm) -> list[Event]:
    return list(Endpointer(Everything()).feed(sound))


def cut(sound: Pcm, cuts: Iterable[int]) -> Iterator[Pcm]:
    places = [0, *sorted(cuts), len(sound)]
    for begin, end in pairwise(places):
        yield sound[begin:end]


def uttered(seconds: float, level: float = 0.3, room: float = 0.001, around: float = 0.5) -> Samples:
    """Return a tone of that peak, between pauses in which a room hums."""
    time = np.arange(frames(seconds)) / RATE
    pause = np.zeros(frames(around))
    tone = level * np.sin(2 * np.pi * 220 * time)
    noise = np.random.default_rng(7).normal(0, room, tone.size + 2 * pause.size)
    return np.asarray(np.clip(np.concatenate([pause, tone, pause]) + noise, -1, 1), dtype=np.float32)
