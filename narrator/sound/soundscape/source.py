"""What sources of ambience share: endless rows of chunks, chance, when things happen, tones, and noise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from narrator.sound.dsp.samples import RATE, Samples, frames

CHUNK = 4096
"""Frames that a source makes at a time: 0.19 s. However a stream is read, its sources see chunks of this size."""

SECONDS = CHUNK / RATE
"""The length of a chunk in seconds."""


class Source(Protocol):
    """Something that sounds without end."""

    def chunk(self) -> Samples:
        """Return the next `CHUNK` frames, at a level that is the source's own."""


class MixBuffer:
    """Sounds mixed as they come, handed out chunk by chunk."""

    def __init__(self) -> None:
        self._samples = np.zeros(CHUNK, dtype=np.float32)

    def add(self, at: int, sound: Samples) -> None:
        """Add a sound, of any length, that begins `at` frames (0 or more) after the start of the next chunk."""
        missing = at + len(sound) - len(self._samples)
        if missing > 0:
            self._samples = np.concatenate([self._samples, np.zeros(missing, dtype=np.float32)])
        self._samples[at : at + len(sound)] += sound

    def chunk(self) -> Samples:
        chunk, rest = self._samples[:CHUNK], self._samples[CHUNK:]
        missing = CHUNK - len(rest)
        self._samples = np.concatenate([rest, np.zeros(missing, dtype=np.float32)]) if missing > 0 else rest
        return chunk


def level(decibels: float) -> float:
    """Return the factor of a gain in decibels."""
    return float(10 ** (decibels / 20))


def generator(*names: str | int) -> np.random.Generator:
    """Return random numbers that depend on these names alone: the same in every process."""
    # Each name is preceded by its length, so that ("a", "bc") and ("ab", "c") are two.
    text = "".join(f"{len(str(name))}:{name}" for name in names)
    return np.random.Generator(np.random.PCG64(int.from_bytes(blake2b(text.encode(), digest_size=16).digest())))


@dataclass(frozen=True)
class Chance:
    """The chance of one scene of one evening.

    The public seed, the name of the scene and the number of the scene are all that it knows: what is heard can hang
    on nothing else.
    """

    seed: int
    scene: str
    take: int

    def place(self, name: str) -> np.random.Generator:
        """Return what makes a source itself, in every scene of an evening: the crickets, the voice of the wolf."""
        return generator("place", self.seed, name)

    def moment(self, name: str) -> np.random.Generator:
        """Return what happens in this scene and in no other: when they sing, how the wind goes."""
        return generator("moment", self.seed, self.scene, self.take, name)


Span = tuple[float, float]
"""A least and a greatest number of seconds; what lies between is equally likely."""


class Onsets:
    """Beginnings, the first within `first` seconds, and each of the others `gap` seconds after the one before."""

    def __init__(self, chance: np.random.Generator, first: Span, gap: Span) -> None:
        self._chance, self._gap = chance, gap
        self._next = frames(chance.uniform(*first))

    def due(self) -> list[int]:
        """Return the beginnings in the next chunk, in frames from its start."""
        due = []
        while self._next < CHUNK:
            due.append(self._next)
            self._next += max(1, frames(self._chance.uniform(*self._gap)))
        self._next -= CHUNK
        return due


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


HOP = 2048
"""Frames from one frame of noise to the next, 93 ms: how fast a colour can change."""

HOPS = CHUNK // HOP
"""Colours in a chunk."""

_FRAME = 2 * HOP
_WINDOW = np.sin(np.pi * (np.arange(_FRAME) + 0.5) / _FRAME).astype(np.float32)

FREQUENCIES = np.fft.rfftfreq(_FRAME, 1 / RATE)
"""The frequencies of a colour, in hertz: what its magnitudes belong to."""

OCTAVES = np.log2(np.maximum(FREQUENCIES, FREQUENCIES[1]))
"""The same as octaves above one hertz."""

Colour = NDArray[np.float64]
"""Magnitudes over `FREQUENCIES`, or one such row for each hop of a chunk."""


def band(centre: float | Colour, width: float) -> Colour:
    """Return a colour that is 1 at `centre` hertz and falls off like a bell, `width` octaves to either side.

    A column of centres gives a row of magnitudes for each.
    """
    return np.asarray(np.exp(-(((OCTAVES - np.log2(centre)) / width) ** 2)), dtype=np.float64)


def tilted(slope: float, lowest: float, highest: float) -> Colour:
    """Return a colour that falls by `slope` decibels an octave (3 is pink, 6 brown) between two soft edges in hertz."""
    edges = 1 / np.sqrt((1 + (lowest / np.maximum(FREQUENCIES, 1)) ** 4) * (1 + (FREQUENCIES / highest) ** 4))
    return np.asarray(10 ** (-slope * (OCTAVES - np.log2(lowest)) / 20) * edges, dtype=np.float64)


def even(colour: Colour) -> Colour:
    """Return a colour scaled so that its noise has an RMS of 1."""
    return np.asarray(colour / np.sqrt(np.sum(colour**2)), dtype=np.float64)


class Noise:
    """Endless noise. A colour's magnitudes add up by their squares to the mean square of what is heard."""

    def __init__(self, chance: np.random.Generator) -> None:
        self._chance = chance
        self._before: Samples | None = None

    def chunk(self, colour: Colour) -> Samples:
        colours = np.broadcast_to(colour, (HOPS, len(FREQUENCIES))).astype(np.float32)
        if self._before is None:
            # The noise has been going on before anybody listens: its first half frame is no fade-in.
            self._before = self._frames(colours[:1])[0, HOP:]
        made = self._frames(colours)
        chunk = made[:, :HOP].copy()
        chunk[0] += self._before
        chunk[1:] += made[:-1, HOP:]
        self._before = made[-1, HOP:].copy()
        return chunk.reshape(CHUNK)

    def _frames(self, colours: NDArray[np.float32]) -> NDArray[np.float32]:
        drawn = self._chance.standard_normal((len(colours), 2 * len(FREQUENCIES)), dtype=np.float32)
        spectrum = drawn.view(np.complex64) * (colours * np.float32(_FRAME / 2))
        return np.fft.irfft(spectrum, _FRAME, axis=1).astype(np.float32) * _WINDOW


class Drift:
    """A smooth random walk around 0 that mostly stays between -2 and 2 (mean 0, standard deviation 1).

    Two leaky sums, one behind the other, of Gaussian steps: a second-order process without corners. `seconds` is about
    the time after which it has forgotten where it was.
    """

    def __init__(self, chance: np.random.Generator, seconds: float) -> None:
        self._chance = chance
        self._keep = math.exp(-2 * SECONDS / HOPS / seconds)
        # The variance of such a cascade, fed with steps of variance 1 and a gain of (1 - keep) at each sum.
        keep = self._keep
        self._scale = math.sqrt((1 + keep) ** 3 / ((1 - keep) * (1 + keep * keep)))
        self._first = self._second = 0.0
        for _ in range(math.ceil(3 * seconds * HOPS / SECONDS)):
            self._step(float(chance.standard_normal()))

    def hops(self) -> NDArray[np.float64]:
        """Return the walk over the next chunk: one value a hop."""
        return np.array([self._step(float(step)) for step in self._chance.standard_normal(HOPS)])

    def _step(self, step: float) -> float:
        self._first += (1 - self._keep) * (step - self._first)
        self._second += (1 - self._keep) * (self._first - self._second)
        return self._second * self._scale
