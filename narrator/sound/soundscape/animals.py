"""Who is heard outside: crickets, an owl and wolves by night, birds by day."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from narrator.sound.dsp.samples import RATE, Samples, frames
from narrator.sound.soundscape.source import (
    CHUNK,
    Chance,
    Drift,
    MixBuffer,
    Noise,
    Onsets,
    Span,
    band,
    even,
    level,
    path,
    swell,
    times,
    voice,
)

_FIELD = ((4480, 3), (4200, 6), (4790, 9), (4340, 12))
"""The field crickets: about the note of each, and how far down it is, in decibels. No two are on one note."""


@dataclass
class Cricket:
    """One of them: what it sings never changes, and when it sings goes on by itself.

    `note` in hertz; `beat`, the time of a pulse and its gap, and `period`, from one chirp to the next, in seconds;
    `height` as an amplitude; `next` is the frame of its next chirp, and after `until` it rests for a while.
    """

    note: float
    pulses: int
    beat: float
    period: float
    height: float
    next: int = 0
    until: int = 0


def field_cricket(place: np.random.Generator, note: float, away: float) -> Cricket:
    """Return a field cricket around a note in hertz, `away` decibels down: chirps of three or four pulses."""
    pulses = int(place.integers(3, 5))
    beat = place.uniform(0.031, 0.037)
    return Cricket(note * place.uniform(0.98, 1.02), pulses, beat, place.uniform(0.42, 0.62), 0.025 * level(-away))


def tree_cricket(place: np.random.Generator, away: float) -> Cricket:
    """Return a tree cricket, `away` decibels down: soft trills of more than a second, on a lower note."""
    beat = place.uniform(0.021, 0.025)
    return Cricket(
        place.uniform(2500, 3000), int(place.integers(34, 60)), beat, place.uniform(2.1, 3.2), 0.025 * level(-away)
    )


class Crickets:
    """A meadow of them: a few near enough to be told apart, and all the others as a shimmer.

    Each chirps a few pulses at some 30 a second on one high note.
    """

    def __init__(self, chance: Chance, trees: bool = False) -> None:
        place, self._moment = chance.place("crickets"), chance.moment("crickets")
        self._singers = [field_cricket(place, note, away) for note, away in _FIELD]
        if trees:
            self._singers += [tree_cricket(place, away) for away in (5, 9)]
        self._shimmer = even(band(place.uniform(4300, 4700), 0.16))
        self._noise, self._breath = Noise(self._moment), Drift(self._moment, 7)
        self._buffer, self._at = MixBuffer(), 0
        for singer in self._singers:
            singer.next = int(self._moment.uniform(0, singer.period) * RATE)
            # Somewhere in its song, or in its rest.
            singer.until = int(self._moment.uniform(-4, 25) * RATE)
            if singer.until < 0:
                self._rest(singer)

    def chunk(self) -> Samples:
        for singer in self._singers:
            while singer.next < self._at + CHUNK:
                self._buffer.add(singer.next - self._at, self._chirp(singer))
                singer.next += int(singer.period * RATE * (1 + self._moment.uniform(-0.07, 0.07)))
                if singer.next > singer.until:
                    self._rest(singer)
        self._at += CHUNK
        shimmer = 0.0011 * 10 ** (0.10 * np.clip(self._breath.hops(), -2, 2))[:, None]
        return self._noise.chunk(shimmer * self._shimmer) + self._buffer.chunk()

    def _rest(self, singer: Cricket) -> None:
        singer.next = max(singer.next, self._at) + int(self._moment.uniform(2, 8) * RATE)
        singer.until = singer.next + int(self._moment.uniform(9, 30) * RATE)

    def _chirp(self, singer: Cricket) -> Samples:
        """Return a chirp: its pulses grow, and each falls a little in pitch as the wing closes."""
        seconds, trills = 0.6 * singer.beat, singer.pulses > 10
        fall = path(seconds, (0, 1.012 * singer.note), (1, 0.985 * singer.note))
        pulse = voice(fall, swell(seconds, 0.6 * seconds, 0.4 * seconds), (1.0, 0.06))
        beat = frames(singer.beat)
        chirp = np.zeros(beat * singer.pulses, dtype=np.float32)
        for number in range(singer.pulses):
            grown = _trilled(number / singer.pulses) if trills else min(1.0, 0.55 + 0.2 * number)
            chirp[number * beat : number * beat + len(pulse)] += np.float32(grown) * pulse
        return np.float32(singer.height * self._moment.uniform(0.85, 1.0)) * chirp


def _trilled(share: float) -> float:
    """Return how loud a trill is after that share of it: it swells and dies away."""
    return math.sqrt(math.sin(math.pi * min(1.0, 0.08 + 0.9 * share)))


_HOOT = (1.0, 0.06, 0.03)


class Owl:
    """A tawny owl, heard twice or three times a minute: a long hoot, a wait, and then the hoot that quavers."""

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
        return voice(note * (1 + 0.012 * quaver * beats), 0.02 * broken * swell(seconds, 0.1, 0.3), _HOOT)


_HOWL = (1.0, 0.30, 0.13, 0.05, 0.03, 0.012)


@dataclass(frozen=True)
class Wolf:
    """A wolf: the highest note of its howl in hertz, the howl's length in seconds, and its height as an amplitude."""

    top: float
    seconds: float
    height: float


class Howls:
    """Wolves, far away: a howl early and then now and then; with `chorus` more of them answer, and they overlap.

    When they do is a matter of the scene's number alone.
    """

    def __init__(self, chance: Chance, chorus: bool = False) -> None:
        place, self._moment = chance.place("howl"), chance.moment("howl")
        self._wolves = [
            Wolf(place.uniform(*top), place.uniform(3.6, 5.2), 0.02 * level(-away))
            for top, away in (((540, 620), 0), ((430, 500), 3), ((620, 720), 5))
        ]
        self._onsets = Onsets(self._moment, (1.2, 3.0), (6, 10) if chorus else (15, 27))
        self._most = 3 if chorus else 1
        self._coming: list[tuple[int, Wolf]] = []
        self._buffer = MixBuffer()

    def chunk(self) -> Samples:
        for at in self._onsets.due():
            self._raise(at)
        for at, wolf in self._coming:
            if at < CHUNK:
                self._buffer.add(at, self._howl(wolf))
        self._coming = [(at - CHUNK, wolf) for at, wolf in self._coming if at >= CHUNK]
        return self._buffer.chunk()

    def _raise(self, at: int) -> None:
        """Have a wolf begin and others, or none, join in one by one."""
        order = self._moment.permutation(len(self._wolves))
        for index in range(1 + int(self._moment.integers(0, self._most + 1))):
            self._coming.append((at, self._wolves[order[index % len(order)]]))
            at += frames(self._moment.uniform(1.4, 3.2))

    def _howl(self, wolf: Wolf) -> Samples:
        moment = self._moment
        seconds = wolf.seconds * moment.uniform(0.85, 1.15)
        top = wolf.top * moment.uniform(0.95, 1.04)
        glide = path(
            seconds,
            (0.0, 0.55 * top),
            (moment.uniform(0.13, 0.2), 0.97 * top),
            (moment.uniform(0.3, 0.42), top),
            (moment.uniform(0.6, 0.7), moment.uniform(0.88, 0.95) * top),
            (1.0, moment.uniform(0.56, 0.66) * top),
        )
        trembling = path(seconds, (0.0, 0.0), (0.35, 0.002), (0.75, 0.011), (1.0, 0.004))
        beats = np.sin(2 * np.pi * (moment.uniform(4.6, 5.6) * times(seconds) + moment.random()))
        # It opens slowly, stays, and is drawn out into nothing.
        height = wolf.height * moment.uniform(0.75, 1.0) * swell(seconds, 0.25 * seconds, 0.45 * seconds)
        return voice(glide * (1 + trembling * beats), height, _HOWL)


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
