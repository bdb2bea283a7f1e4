"""The scenes: which sources sound together, how loud, and how far away; and the endless stream of each.

Wind, fire and sea, noise whose colours wander, stand here; animals and instruments have modules of their own.

A stream is the same for the same scene, seed and take, however it is cut.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Concatenate, ParamSpec

import numpy as np
from numpy.typing import NDArray

from narrator.sound.dsp.gains import soft_clipped
from narrator.sound.dsp.samples import RATE, Samples, frames
from narrator.sound.soundscape.animals import DAWN, DAY, JOY, NIGHTINGALE, Birds, Crickets, Howls, Owl
from narrator.sound.soundscape.instruments import Bells, Heart, Strings
from narrator.sound.soundscape.source import (
    CHUNK,
    FREQUENCIES,
    HOPS,
    SECONDS,
    Chance,
    Colour,
    Drift,
    MixBuffer,
    Noise,
    Onsets,
    Source,
    band,
    even,
    generator,
    level,
    tilted,
)

_BODY = even(tilted(3.5, 180, 1300))
_LEAVES = even(tilted(1.0, 1500, 5500))
_CALM = 300.0
"""Where the band of a calm wind lies, in hertz; a gust brings it up by an octave."""


class Wind:
    """Wind in trees, some -40 LUFS: noise through a band that opens and rises with the gusts, and leaves that rustle.

    `leaves` is how much they rustle, `gusts` how unsteady it is, both 0 to 1.
    """

    def __init__(self, chance: Chance, leaves: float = 0.5, gusts: float = 0.6) -> None:
        moment = chance.moment("wind")
        self._noise = Noise(moment)
        self._gust, self._flutter, self._turn = Drift(moment, 6), Drift(moment, 0.9), Drift(moment, 4)
        self._leaves, self._gusts = leaves, gusts

    def chunk(self) -> Samples:
        force = self._gusts * np.clip(self._gust.hops() + 0.35 * self._flutter.hops(), -2, 2)[:, None]
        turn = np.clip(self._turn.hops(), -2, 2)[:, None]
        # Decibels are what a breeze is steady in, so the gusts go in powers; leaves follow them more than the air does.
        body = 0.0072 * 10 ** (0.16 * force)
        leaves = 0.0042 * self._leaves * 10 ** (0.22 * force)
        centre = _CALM * 2 ** (0.5 + 0.45 * force + 0.2 * turn)
        moan = 0.6 * self._gusts * body * band(centre, 0.22) / np.sqrt(0.28 * centre / FREQUENCIES[1])
        return self._noise.chunk(np.sqrt((body * _BODY) ** 2 + moan**2 + (leaves * _LEAVES) ** 2))


_ROAR = even(tilted(4, 80, 600))
_HISS = even(tilted(3, 900, 5000))
_ATTACK = 10
"""Frames in which a crackle reaches its height: sharp, and yet no jump."""


class Fire:
    """A fire. `life` is how much it crackles: 0.3 for embers, 1 for a fire that somebody looks after."""

    def __init__(self, chance: Chance, life: float = 1.0) -> None:
        moment = chance.moment("fire")
        self._chance = moment
        self._noise = Noise(moment)
        self._flutter, self._breath, self._mood = Drift(moment, 0.3), Drift(moment, 3), Drift(moment, 5)
        self._buffer = MixBuffer()
        self._life = life

    def chunk(self) -> Samples:
        breath = self._breath.hops()
        roar = 0.0065 * 10 ** ((0.09 * self._flutter.hops() + 0.09 * breath)[:, None])
        hiss = 0.0015 * 10 ** ((0.10 * breath)[:, None])
        # How often something bursts wanders by itself: now a flurry, now next to nothing.
        rate = self._life * 7 * math.exp(0.7 * float(self._mood.hops().mean()))
        for _ in range(self._chance.poisson(rate * SECONDS)):
            self._burst(int(self._chance.integers(CHUNK)))
        return self._noise.chunk(np.sqrt((roar * _ROAR) ** 2 + (hiss * _HISS) ** 2)) + self._buffer.chunk()

    def _burst(self, at: int) -> None:
        """Lay one crackle, and often a few weaker ones right after it: a fibre that tears."""
        chance = self._chance
        height = min(0.013 * math.exp(0.9 * chance.standard_normal()), 0.08)
        if chance.random() < 0.06:
            self._buffer.add(at, self._crackle(1.6 * height, chance.uniform(350, 900), chance.uniform(0.008, 0.018)))
        for _ in range(int(chance.geometric(0.55))):
            centre = 1300 * 2 ** chance.uniform(0, 2.2)
            self._buffer.add(at, self._crackle(height, centre, 0.0008 * 2 ** chance.uniform(0, 2.6)))
            at += int(chance.exponential(0.035) * RATE)
            height *= chance.uniform(0.3, 0.9)

    def _crackle(self, height: float, centre: float, decay: float) -> Samples:
        """Return a burst of noise around `centre` hertz, at most `height` high, that dies in some `decay` seconds."""
        count = max(frames(6 * decay), 4 * _ATTACK)
        time = np.arange(count) / RATE
        burst = np.zeros(count)
        for _ in range(4):
            turns = centre * 2 ** self._chance.normal(0, 0.3) * time + self._chance.random()
            burst += np.sin(2 * np.pi * turns)
        envelope = np.exp(-time / decay)
        envelope[:_ATTACK] *= np.sin(np.pi / 2 * np.arange(_ATTACK) / _ATTACK) ** 2
        envelope *= np.minimum(1, np.arange(count, 0, -1) / (2 * _ATTACK))
        return np.asarray(height / 4 * burst * envelope, dtype=np.float32)


_DEEP = even(tilted(4, 110, 700))
_BREAKER = even(tilted(3, 250, 2500))
_FOAM = even(tilted(1.5, 1500, 7000))
_LENGTH = 16.0
"""Seconds after which a wave has wholly run out."""


class Sea:
    """Surf on a beach: each wave, of a size of its own, draws near, breaks, and runs out with a hiss."""

    def __init__(self, chance: Chance) -> None:
        self._moment = chance.moment("sea")
        self._noise, self._swell = Noise(self._moment), Drift(self._moment, 8)
        self._onsets = Onsets(self._moment, (0, 0.1), (5.5, 9.5))
        # Those that came before anybody listened.
        self._waves = [(-9.0, self._size()), (-3.0, self._size())]

    def chunk(self) -> Samples:
        self._waves += [(at / RATE, self._size()) for at in self._onsets.due()]
        now = np.arange(HOPS) * SECONDS / HOPS
        breaker, foam = np.zeros(HOPS), np.zeros(HOPS)
        for start, size in self._waves:
            breaker += size * _rise_and_fall(now - start, 3.2, 1.1)
            foam += size * _rise_and_fall(now - start, 4.4, 2.2)
        self._waves = [(start - SECONDS, size) for start, size in self._waves if start > -_LENGTH]
        deep = 0.007 * 10 ** (0.08 * self._swell.hops())
        colour = (deep[:, None] * _DEEP) ** 2
        colour += ((0.002 + 0.010 * breaker)[:, None] * _BREAKER) ** 2 + ((0.0012 + 0.005 * foam)[:, None] * _FOAM) ** 2
        return self._noise.chunk(np.sqrt(colour))

    def _size(self) -> float:
        return float(self._moment.uniform(0.45, 1.0))


def _rise_and_fall(after: Colour, crest: float, width: float) -> Colour:
    """Return a wave's height after so many seconds: it grows towards its crest and runs out twice as slowly."""
    spread = np.where(after < crest, width, 2 * width)
    return np.where(after < 0, 0.0, np.exp(-(((after - crest) / spread) ** 2)))


Settings = ParamSpec("Settings")

KNEE = 0.12
"""Up to here a sample of a scene stays as it is: some 18 dB under full scale."""

PEAK = 0.2
"""What no sample of a scene exceeds, many crackles at once included: 14 dB under full scale."""


class SceneError(LookupError):
    """There is no scene of that name."""


@dataclass(frozen=True)
class Layer:
    """A source in a scene: what makes it, its gain in decibels, and the share of its power that the valley returns."""

    make: Callable[[Chance], Source]
    gain: float = 0.0
    far: float = 0.0


@dataclass(frozen=True)
class Setting:
    """A scene: how loud it is over a minute, in LUFS, and what sounds in it."""

    loudness: float
    layers: tuple[Layer, ...]


def _with(
    kind: Callable[Concatenate[Chance, Settings], Source], *settings: Settings.args, **named: Settings.kwargs
) -> Callable[[Chance], Source]:
    """Return what makes a source with these settings."""
    return lambda chance: kind(chance, *settings, **named)


SCENES: dict[str, Setting] = {
    # The night-and-day games: a village among woods.
    "evening": Setting(-40, (Layer(_with(Fire, 1.0), 2), Layer(_with(Wind, 0.4, 0.5), -4), Layer(Crickets, -3))),
    "night": Setting(-40, (Layer(_with(Wind, 0.8, 0.6), 0), Layer(Crickets, 1), Layer(Owl, -7, 0.75))),
    "wolves": Setting(-39, (Layer(_with(Wind, 0.7, 0.75), 0), Layer(Crickets, -4), Layer(Howls, 1, 0.85))),
    "dawn": Setting(-41, (Layer(_with(Wind, 0.9, 0.3), -4), Layer(_with(Birds, DAWN), 5, 0.35))),
    "day": Setting(-42, (Layer(_with(Wind, 1.0, 0.4), -2), Layer(_with(Birds, DAY), 3, 0.45))),
    "debate": Setting(
        -44, (Layer(_with(Wind, 0.6, 0.3), -6), Layer(_with(Fire, 0.4), -4), Layer(_with(Birds, DAY), 0, 0.5))
    ),
    "verdict": Setting(-41, (Layer(_with(Wind, 0.2, 0.8), -1), Layer(Heart, -1, 0.2))),
    "victory.village": Setting(
        -40,
        (
            Layer(_with(Wind, 0.9, 0.3), -5),
            Layer(_with(Birds, JOY), 5, 0.35),
            Layer(_with(Bells, (2, 6, 9), swing=2.4, ring=26, rest=30), -4, 0.55),
        ),
    ),
    "victory.wolves": Setting(-39, (Layer(_with(Wind, 0.5, 0.9), 0), Layer(_with(Howls, chorus=True), -3, 0.8))),
    "victory.lovers": Setting(
        -40,
        (
            Layer(_with(Wind, 0.6, 0.4), -5),
            Layer(Crickets, -1),
            Layer(_with(Birds, NIGHTINGALE), 4, 0.6),
            Layer(_with(Strings, root=0, beat=0.95), 1, 0.3),
        ),
    ),
    "victory.nobody": Setting(
        -40, (Layer(_with(Wind, 0.1, 1.0), 0), Layer(_with(Bells, (-5,), swing=5.2, ring=3600, rest=0), 4, 0.75))
    ),
    # Mafia de Cuba: Havana, by the sea.
    "count": Setting(-40, (Layer(Sea, -2), Layer(_with(Crickets, trees=True), -2), Layer(Heart, -4, 0.2))),
    "box": Setting(-40, (Layer(Sea, -1), Layer(_with(Crickets, trees=True), -2))),
    "enquiry": Setting(-43, (Layer(Sea, -5), Layer(_with(Crickets, trees=True), -5))),
    "reveal": Setting(-41, (Layer(Sea, -4), Layer(Heart, 0, 0.2))),
    # Also the end of a game that has no scene of its own for its outcome.
    "victory": Setting(-40, (Layer(Sea, -5), Layer(_with(Strings, root=-5, beat=0.62), 1, 0.15))),
}

SCENES |= {  # who wins alone at the village
    "victory.angel": SCENES["victory.village"],
    "victory.piper": SCENES["victory.lovers"],
    "victory.whitewolf": SCENES["victory.wolves"],
    "victory.sectarian": SCENES["victory"],
}


def resolved(scene: str) -> str:
    """Return the name in `SCENES` that stands for a scene: its own, or what is before its last dot (`victory.x`).

    Raises:
        SceneError: neither is known.
    """
    name = scene
    while name not in SCENES:
        name, dot, _ = name.rpartition(".")
        if not dot:
            raise SceneError(f"There is no scene {scene!r}; known are: {', '.join(sorted(SCENES))}.")
    return name


class Stream:
    """Endless sound, read in pieces of any size."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._chunk: Samples = np.zeros(0, dtype=np.float32)

    def read(self, frames: int) -> Samples:
        """Return the next `frames` samples of the source, in an array of their own."""
        samples = np.empty(frames, dtype=np.float32)
        done = 0
        while done < frames:
            if not len(self._chunk):
                self._chunk = self._source.chunk()
            part = self._chunk[: frames - done]
            samples[done : done + len(part)] = part
            self._chunk = self._chunk[len(part) :]
            done += len(part)
        return samples


class Scenery:
    """The sources of a scene as one: each at its gain, the far ones by way of the valley."""

    def __init__(self, chance: Chance) -> None:
        layers = SCENES[resolved(chance.scene)].layers
        self._near = [(layer.make(chance), np.float32(level(layer.gain)), layer.far) for layer in layers]
        self._valley = Valley()

    def chunk(self) -> Samples:
        near, far = np.zeros(CHUNK, dtype=np.float32), np.zeros(CHUNK, dtype=np.float32)
        for source, gain, share in self._near:
            made = gain * source.chunk()
            near += np.float32(np.sqrt(1 - share)) * made
            if share:
                far += np.float32(np.sqrt(share)) * made
        return soft_clipped(near + self._valley.chunk(far), KNEE, PEAK)


def stream(scene: str, seed: int, take: int, own: Path | None = None) -> Stream:
    """Return the sound of a scene.

    `seed` is the public one, `take` the number of the scene in its evening: two takes differ as two minutes of the same
    night do. `own` is a folder of one's own sounds: what it has for the scene is played instead.

    Raises:
        SceneError: there is no scene of that name.
        SoundError: a sound in that folder cannot be used; without `own` there is always one.
    """
    chance = Chance(seed, scene, take)
    if own is not None:
        # Only who has sounds of his own pays for the libraries that read them.
        from narrator.sound.soundscape.own_sounds import loop

        found = loop(own, chance)
        if found is not None:
            return Stream(found)
    return Stream(Scenery(chance))


_SIZE = 65536
_TAIL = _SIZE - CHUNK
"""Frames of the response, 2.8 s: with a chunk they fill one transform."""


class Valley:
    """The valley around: what is far away comes with echoes from the hills and a long dark tail.

    Chunks go in dry and come out with the valley's answer; the direct sound is not in it.
    """

    def __init__(self) -> None:
        self._answer = _response()
        self._buffer = MixBuffer()

    def chunk(self, dry: Samples) -> Samples:
        if dry.any():
            spectrum = np.fft.rfft(dry, _SIZE) * self._answer
            self._buffer.add(0, np.fft.irfft(spectrum, _SIZE).astype(np.float32))
        return self._buffer.chunk()


@cache
def _response() -> NDArray[np.complex64]:
    """Return the spectrum of the valley's answer to a click: one valley for all games, of gain 1 for middle tones.

    Three bands of noise that die at rates of their own, the high ones first, as air and woods take them; and two slopes
    that answer more distinctly than the rest.
    """
    chance = generator("valley")
    time = np.arange(_TAIL) / RATE
    answer = np.zeros(_TAIL)
    bands = ((120, 700, 2.6, 1.0), (700, 2000, 1.9, 1.1), (2000, 6500, 1.0, 1.0))
    for lowest, highest, seconds, height in bands:
        spectrum = np.fft.rfft(chance.standard_normal(_TAIL))
        frequency = np.fft.rfftfreq(_TAIL, 1 / RATE)
        spectrum[(frequency < lowest) | (frequency >= highest)] = 0
        noise = np.fft.irfft(spectrum, _TAIL)
        # 60 dB down after `seconds`, as reverberation is told.
        answer += height * noise / noise.std() * 10 ** (-3 * time / seconds)
    onset = frames(0.045)
    answer[:onset] *= np.sin(np.pi / 2 * np.arange(onset) / onset) ** 2
    for delay, height in ((0.23, 5.0), (0.41, 3.2)):
        slope = frames(delay)
        spread = chance.standard_normal(frames(0.03)) * np.hanning(frames(0.03))
        smooth = np.convolve(spread, np.hanning(9) / np.hanning(9).sum(), mode="same")
        answer[slope : slope + len(smooth)] += height * smooth
    fade = frames(0.2)
    answer[-fade:] *= np.linspace(1, 0, fade)
    response = np.fft.rfft(answer, _SIZE)
    frequency = np.fft.rfftfreq(_SIZE, 1 / RATE)
    middle = response[(frequency > 300) & (frequency < 1500)]
    return np.asarray(response / np.sqrt(np.mean(np.abs(middle) ** 2)), dtype=np.complex64)
