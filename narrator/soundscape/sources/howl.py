"""Wolves, far away: one howls, and sometimes another answers. When they do is a matter of the scene's number alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from narrator.dsp.samples import Samples, frames
from narrator.soundscape.chance import Chance
from narrator.soundscape.onsets import Onsets
from narrator.soundscape.source import CHUNK, MixBuffer, level
from narrator.soundscape.tone import path, swell, times, voice

_HARMONICS = (1.0, 0.30, 0.13, 0.05, 0.03, 0.012)


@dataclass(frozen=True)
class Wolf:
    """A wolf: the highest note of its howl in hertz, the howl's length in seconds, and its height as an amplitude."""

    top: float
    seconds: float
    height: float


class Howls:
    """A howl early in the scene and then now and then; with `chorus` more of them answer, and they overlap."""

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
        return voice(glide * (1 + trembling * beats), height, _HARMONICS)
