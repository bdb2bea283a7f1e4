"""Birds: each sings its song, waits, and sings another, while the others do the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from narrator.dsp.samples import Samples, frames
from narrator.soundscape.source import Chance, MixBuffer, Onsets, Span, level
from narrator.soundscape.tone import path, swell, voice

Song = Callable[[np.random.Generator, float], Samples]
"""Given chance and the pitch of the bird (1 is its kind's), returns a song whose loudest note has a height near 1."""

Note = tuple[float, Samples]
"""When a note begins, in seconds, and the note."""

_HOLLOW, _ROUND = (1.0, 0.1, 0.04), (1.0, 0.2, 0.05)


def whistle(seconds: float, *hertz: float, height: float = 1.0, harmonics: tuple[float, ...] = (1.0, 0.05)) -> Samples:
    """Return a whistle that glides evenly through two frequencies or more."""
    glide = path(seconds, *((index / (len(hertz) - 1), value) for index, value in enumerate(hertz)))
    return voice(glide, height * swell(seconds, 0.3 * seconds, 0.5 * seconds), harmonics)


def song(notes: list[Note]) -> Samples:
    """Return notes as one sound."""
    whole = np.zeros(max(frames(at) + len(note) for at, note in notes), dtype=np.float32)
    for at, note in notes:
        whole[frames(at) : frames(at) + len(note)] += note
    return whole


def blackbird(chance: np.random.Generator, pitch: float) -> Samples:
    """Sing a fluted phrase of slow notes, and a hurried twitter far above to end it."""
    notes: list[Note] = []
    at = 0.0
    tone = 2000 * pitch
    for _ in range(int(chance.integers(3, 7))):
        seconds = chance.uniform(0.10, 0.30)
        start = float(np.clip(tone * 2 ** chance.normal(0, 0.22), 1500, 2900))
        tone = float(np.clip(start * 2 ** chance.normal(0, 0.18), 1500, 2900))
        bend = (start + tone) / 2 * 2 ** chance.normal(0, 0.06)
        notes.append((at, whistle(seconds, start, bend, tone, height=chance.uniform(0.6, 1.0))))
        at += seconds + chance.uniform(0.0, 0.09)
    if chance.random() < 0.6:
        for _ in range(int(chance.integers(3, 8))):
            high = chance.uniform(3800, 5600)
            notes.append((at, whistle(0.05, high, high * chance.uniform(0.75, 1.25), height=0.18)))
            at += chance.uniform(0.05, 0.08)
    return song(notes)


def tit(chance: np.random.Generator, pitch: float) -> Samples:
    """Sing a great tit's two notes, high and low, over and over like a small pump."""
    high, low = 4700 * pitch, 3500 * pitch
    beat = chance.uniform(0.36, 0.42)
    notes: list[Note] = []
    for turn in range(int(chance.integers(3, 7))):
        notes.append((turn * beat, whistle(0.10, high, 0.97 * high, height=0.8)))
        notes.append((turn * beat + 0.15, whistle(0.14, low, 1.02 * low)))
    return song(notes)


def robin(chance: np.random.Generator, pitch: float) -> Samples:
    """Sing a thin silver trickle that runs down, slow at first."""
    notes: list[Note] = []
    at, tone = 0.0, 5400 * pitch
    for _ in range(int(chance.integers(8, 16))):
        seconds = chance.uniform(0.04, 0.13)
        end = float(np.clip(tone * 2 ** chance.normal(-0.06, 0.3), 2400, 6800))
        notes.append((at, whistle(seconds, tone, end, height=chance.uniform(0.3, 1.0))))
        at += seconds * chance.uniform(0.9, 1.5)
        tone = float(np.clip(end * 2 ** chance.normal(0, 0.25), 2600, 6500))
    return song(notes)


def nightingale(chance: np.random.Generator, pitch: float) -> Samples:
    """Sing slow pipes that grow out of nothing, and a bubbling run."""
    notes: list[Note] = []
    at, pipe, count = 0.0, 2300 * pitch * 2 ** chance.normal(0, 0.08), int(chance.integers(4, 8))
    for turn in range(count):
        notes.append((at, whistle(0.26, 1.05 * pipe, pipe, 0.93 * pipe, height=0.15 + 0.85 * turn / count)))
        at += 0.36
    low = chance.uniform(1700, 2600) * pitch
    beat = chance.uniform(0.065, 0.095)
    for _ in range(int(chance.integers(6, 14))):
        notes.append((at, whistle(0.8 * beat, low, 1.5 * low, 1.1 * low, height=0.7)))
        at += beat
    return song(notes)


def cuckoo(chance: np.random.Generator, pitch: float) -> Samples:
    """Call a falling third, a few times."""
    high, low = 660 * pitch, 540 * pitch
    beat = chance.uniform(1.3, 1.5)
    notes: list[Note] = []
    for turn in range(int(chance.integers(3, 6))):
        notes.append((turn * beat, whistle(0.17, 0.97 * high, high, 0.98 * high, harmonics=_HOLLOW)))
        notes.append((turn * beat + 0.42, whistle(0.32, low, 0.985 * low, harmonics=_HOLLOW, height=0.85)))
    return song(notes)


def dove(chance: np.random.Generator, pitch: float) -> Samples:
    """Coo three times, the second the longest, a few times over."""
    note = 480 * pitch
    notes: list[Note] = []
    beat = chance.uniform(1.75, 2.0)
    for turn in range(int(chance.integers(3, 6))):
        start = turn * beat
        notes.append((start, whistle(0.30, 0.96 * note, note, harmonics=_ROUND, height=0.6)))
        notes.append((start + 0.38, whistle(0.62, note, 1.12 * note, 1.08 * note, 0.98 * note, harmonics=_ROUND)))
        notes.append((start + 1.12, whistle(0.32, 0.95 * note, 0.92 * note, harmonics=_ROUND, height=0.55)))
    return song(notes)


@dataclass(frozen=True)
class Bird:
    """A bird: what it sings, the seconds from one song to the next, and how far down it is, in decibels."""

    song: Song
    gap: Span
    away: float


DAWN = (
    Bird(blackbird, (4, 7.5), 0),
    Bird(blackbird, (5, 10), 9),
    Bird(robin, (4.5, 9), 8),
    Bird(tit, (7, 14), 11),
    Bird(robin, (6, 12), 15),
    Bird(cuckoo, (22, 40), 8),
)
"""The chorus of the morning."""

DAY = (Bird(dove, (22, 45), 4), Bird(tit, (14, 30), 11), Bird(blackbird, (18, 40), 9))
"""A few, far between: people talk."""

JOY = (*DAWN, Bird(dove, (18, 30), 4))
"""A morning that is celebrated."""

NIGHTINGALE = (Bird(nightingale, (5, 10), 3),)


class Birds:
    """A flock of singers, each at a pitch of its own."""

    def __init__(self, chance: Chance, flock: tuple[Bird, ...] = DAWN) -> None:
        self._moment = chance.moment("birds")
        self._singers = []
        for number, bird in enumerate(flock):
            pitch = 2 ** chance.place(f"bird {number}").uniform(-0.1, 0.1)
            self._singers.append((bird, float(pitch), Onsets(self._moment, (0.4, bird.gap[1]), bird.gap)))
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        for bird, pitch, onsets in self._singers:
            for at in onsets.due():
                height = np.float32(0.02 * level(-bird.away) * self._moment.uniform(0.7, 1.0))
                self._buffer.add(at, height * bird.song(self._moment, pitch))
        return self._buffer.chunk()
