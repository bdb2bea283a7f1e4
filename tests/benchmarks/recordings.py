"""Recordings to measure the ear with: synthetic speech, with its places known, in noise; and recorded files.

The voices are espeak's. What comes out of them tells whether something broke, and which of two ways is better. It does
not tell how well anybody is understood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.signal import fftconvolve

from benchmarks.table_talk import sentence
from models.build.microphone import coded
from models.build.sound import resampled
from narrator.ear.vad import Pcm
from narrator.sound.dsp.samples import HEARING_RATE, RATE
from narrator.sound.dsp.sound_reading import read_sound
from narrator.sound.soundscape.scenes import stream
from narrator.voice.profile import Voice
from narrator.voice.synthesisers.espeak import Espeak
from narrator.voice.synthesisers.synthesiser import Synthesiser

Sound: TypeAlias = NDArray[np.float64]
"""Samples at 16 kHz in the scale of 16 bits."""

SPEECH = -26.0
"""How loud everybody speaks: dB under full scale, RMS."""

QUIET = -70.0
"""How loud a quiet room is."""

_HEARD = 10 ** (-40 / 20)  # of a voice's peak: where it begins and ends
_FULL_SCALE = 32768.0
_SLOWER = 1.8

_VOICES = ("m8", "f5", "iven3", "grandpa", "RicishayMax")  # none of them was heard by the tiny model in training
_MANNERS = ((125, 35), (150, 50), (175, 65))  # words a minute, and pitch


@dataclass(frozen=True, slots=True)
class Placed:
    """A phrase, from the first sample of its voice to before the one after the last."""

    begin: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class LabelledRecording:
    """What a microphone hears, and the phrases in it that are meant for it."""

    sound: Sound
    placed: tuple[Placed, ...] = ()

    def pcm(self) -> Pcm:
        """Return it as it comes from a microphone."""
        clipped: Pcm = np.rint(np.clip(self.sound, -_FULL_SCALE, _FULL_SCALE - 1)).astype(np.int16)
        return clipped

    def over(self, noise: Sound, ratio: float) -> LabelledRecording:
        """Return it with noise `ratio` dB below the speech. The noise is repeated as need be."""
        under = np.resize(noise, len(self.sound)) * (loudness(SPEECH - ratio) / rms(noise))
        return LabelledRecording(self.sound + under, self.placed)


def loudness(level: float) -> float:
    """Return the RMS of sound that is so many dB under full scale."""
    return float(_FULL_SCALE * 10 ** (level / 20))


def rms(sound: Sound) -> float:
    """Return the root mean square, never zero."""
    return float(np.sqrt(np.mean(np.square(sound)))) + 1e-9


class Company:
    """People made by espeak, who say what they are told to. Close it, or use it in a `with` statement."""

    def __init__(self, voices: Sequence[str] = _VOICES) -> None:
        self._described = [
            Voice(name=variant, language="fr", engine="pyttsx3", voice=f"roa/fr+{variant}", rate=rate, pitch=pitch)
            for variant in voices
            for rate, pitch in _MANNERS
        ]
        self._people: dict[int, Synthesiser] = {}
        self._spoken: dict[tuple[int, str], Sound] = {}

    def __enter__(self) -> Company:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._people.values():
            one.close()

    def can_say(self, text: str) -> bool:  # noqa: ARG002 - they say anything
        """Whether one of them can say a text."""
        return True

    def says(self, text: str, chance: Random) -> Sound:
        """Return how one of them says a text: nothing before the voice, and nothing after it.

        Raises:
            EngineError: espeak does not speak.
        """
        one = chance.randrange(len(self._described))
        if one not in self._people:
            self._people[one] = Espeak(self._described[one])
        if (one, text) not in self._spoken:
            self._spoken[one, text] = trimmed(at_rate(self._people[one].render(text, 1.0, False), RATE))
        return self._spoken[one, text]

    def answers(self, phrases: Sequence[str], count: int, seed: int) -> LabelledRecording:
        """Return so many phrases, taken at random, one to three seconds apart, in a quiet room."""
        chance = Random(seed)
        return self.saying([chance.choice(phrases) for _ in range(count)], seed)

    def saying(self, phrases: Iterable[str], seed: int) -> LabelledRecording:
        """Return these phrases, one to three seconds apart, in a quiet room."""
        chance = Random(seed)
        parts, placed, at = [], [], 0
        for text in phrases:
            gap = round(chance.uniform(1.0, 3.0) * HEARING_RATE)
            voice = self.says(text, chance)
            parts += [np.zeros(gap), voice]
            placed.append(Placed(at + gap, at + gap + len(voice), text))
            at += gap + len(voice)
        sound = np.concatenate([*parts, np.zeros(2 * HEARING_RATE)])
        return LabelledRecording(sound + steady(len(sound), seed) * loudness(QUIET), tuple(placed))

    def talk(self, seconds: float, seed: int) -> LabelledRecording:
        """Return a debate in which nobody speaks to the narrator: one after the other, as loud as an answer."""
        chance = Random(seed)
        parts: list[Sound] = []
        while sum(map(len, parts)) < seconds * HEARING_RATE:
            parts += [self.says(sentence(chance), chance), np.zeros(round(chance.uniform(0.1, 1.5) * HEARING_RATE))]
        sound = np.concatenate(parts)[: round(seconds * HEARING_RATE)]
        return LabelledRecording(sound + steady(len(sound), seed) * loudness(QUIET))

    def babble(self, seconds: float, seed: int, talkers: int = 5) -> Sound:
        """Return some people who talk at once, at different distances."""
        chance = Random(seed)
        distances = [10 ** (-chance.uniform(0, 6) / 20) for _ in range(talkers)]
        talks = [near * self.talk(seconds, seed + 1 + number).sound for number, near in enumerate(distances)]
        together: Sound = np.sum(talks, axis=0)
        return together


def steady(count: int, seed: int) -> Sound:
    """Return a hiss of RMS 1."""
    return np.random.default_rng(seed).standard_normal(count)


def clatter(seconds: float, seed: int) -> Sound:
    """Return dishes and knocks over a faint hiss: some four a second, each a few partials or a burst that dies away."""
    chance = np.random.default_rng(seed)
    sound = steady(round(seconds * HEARING_RATE), seed) * 0.01
    at = 0
    while (at := at + int(chance.exponential(HEARING_RATE / 4))) < len(sound):
        time = np.arange(round(chance.uniform(0.03, 0.4) * HEARING_RATE)) / HEARING_RATE
        if chance.random() < 0.5:
            pitches = chance.uniform(200, 3000) * chance.uniform(1, 5, 4)
            hit = np.sin(2 * np.pi * np.outer(pitches, time)).sum(axis=0) / 4
        else:
            hit = chance.standard_normal(len(time))
        hit *= 10 ** (-chance.uniform(0, 26) / 20) * np.exp(-time / chance.uniform(0.005, 0.1))
        sound[at : at + len(time)] += hit[: len(sound) - at]
    return sound


def ambience(seconds: float, scene: str) -> Sound:
    """Return what the narrator itself plays under a scene."""
    return at_rate(stream(scene, 1, 0).read(round(seconds * RATE)), RATE)


def in_a_room(recording: LabelledRecording) -> LabelledRecording:
    """Return it as it is heard from three metres away: a tail of 0.4 s, 1 dB louder than the direct sound."""
    chance, count = np.random.default_rng(3), round(0.4 * HEARING_RATE)
    response = chance.standard_normal(count) * np.exp(-6.9 * np.arange(count) / count)
    response[: HEARING_RATE // 200] = 0.0
    response *= 10 ** (1 / 20) / np.sqrt(np.sum(np.square(response)))
    response[0] = 1.0
    heard = fftconvolve(recording.sound, response)[: len(recording.sound)]
    return LabelledRecording(heard * rms(recording.sound) / rms(heard), recording.placed)


def by_telephone(recording: LabelledRecording) -> LabelledRecording:
    """Return it as it comes by telephone: 8,000 samples a second, by GSM 06.10."""
    scale = 2 * (float(np.abs(recording.sound).max()) + 1e-9)
    line = coded(resampled(recording.sound / scale, 1, 2), "GSM610")
    heard = resampled(line, 2, 1)[: len(recording.sound)] * scale
    return LabelledRecording(np.pad(heard, (0, len(recording.sound) - len(heard))), recording.placed)


def slowly(recording: LabelledRecording) -> LabelledRecording:
    """Return it 1.8 times as long at the same pitch, as people speak to what has not understood them.

    By another method than `models.build.sound.stretched`, to which the model is used.
    """
    import pedalboard  # takes a second to load

    heard = pedalboard.time_stretch((recording.sound / _FULL_SCALE).astype(np.float32), HEARING_RATE, 1 / _SLOWER)[0]
    placed = (replace(one, begin=round(_SLOWER * one.begin), end=round(_SLOWER * one.end)) for one in recording.placed)
    return LabelledRecording(heard * _FULL_SCALE, tuple(placed))


def noises(company: Company, folder: Path | None, seconds: float) -> Mapping[str, Callable[[], Sound]]:
    """Return what makes each kind of noise; the recorded ones only where they are."""
    made: dict[str, Callable[[], Sound]] = {
        "hiss": lambda: steady(round(seconds * HEARING_RATE), 7),
        "clatter": lambda: clatter(seconds, 7),
        "ambience": lambda: ambience(seconds, "evening"),
        "babble": lambda: company.babble(seconds, 7),
    }
    for file in sorted((folder / "noise").glob("*.flac")) if folder is not None else ():
        made[f"{file.stem}, recorded"] = lambda file=file: read(file)  # type: ignore[misc]
    return made


def read(file: Path) -> Sound:
    """Return a recorded file at 16 kHz, of one channel.

    Raises:
        UnreadableSoundError: it is none.
    """
    return at_rate(read_sound(file, HEARING_RATE), HEARING_RATE)


def at_rate(samples: NDArray[np.float32], rate: int) -> Sound:
    """Return samples from -1 to 1, `rate` a second, as a sound."""
    import soxr

    resampled: NDArray[np.float32] = samples if rate == HEARING_RATE else soxr.resample(samples, rate, HEARING_RATE)
    return resampled.astype(np.float64) * _FULL_SCALE


def trimmed(sound: Sound) -> Sound:
    """Return a voice without what is around it, as loud as everybody speaks."""
    loud = np.flatnonzero(np.abs(sound) > np.abs(sound).max() * _HEARD)
    voice = sound[loud[0] : loud[-1] + 1]
    return voice * (loudness(SPEECH) / rms(voice))
