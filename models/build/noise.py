"""What a microphone hears beside the speaker: hiss, rumble, people, dishes, the narrator's scenes, the room itself."""

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np

from models.build.espeak import Manner, render
from models.build.sound import DOWN, RATE, UP, Samples, amplitude, filtered, resampled, rms, within
from models.build.vocabulary import other_talk, pick, vocabulary
from models.build.voices import BABBLE_LANGUAGES
from narrator.sound.dsp.samples import RATE as RENDERED
from narrator.sound.soundscape.scenes import SCENES, stream

assert RENDERED * UP == RATE * DOWN

COLOURS: Final = {"white": 0.0, "pink": 0.5, "brown": 1.0}
"""By how much the amplitude falls with frequency (its exponent)."""


def coloured(count: int, rng: np.random.Generator, colour: str) -> Samples:
    """So many samples of steady noise."""
    size = 1 << count.bit_length()  # a round number, which is transformed fast
    spectrum = np.fft.rfft(rng.standard_normal(size))
    spectrum /= np.arange(1, len(spectrum) + 1) ** COLOURS[colour]
    return np.fft.irfft(spectrum, size)[:count].astype(np.float32)


def room(rng: np.random.Generator) -> Samples:
    """An impulse response: the direct sound, then a tail that dies away in 0.08 to 0.5 s (60 dB).

    The tail has 26 dB less than the direct sound to 3.5 dB more: from half a metre to beyond three in a living room.
    """
    count = int(rng.uniform(0.08, 0.5) * RATE)
    tail = rng.standard_normal(count) * np.exp(-6.9 * np.arange(count) / count)
    tail[: int(rng.uniform(0.001, 0.008) * RATE)] = 0.0
    tail *= rng.uniform(0.05, 1.5) / np.sqrt(np.sum(tail**2))
    tail[0] = 1.0
    return tail.astype(np.float32)


def _talk(rng: np.random.Generator) -> str:
    chance = rng.random()
    if chance < 0.5:
        return " ".join(pick(rng, other_talk().sentences) for _ in range(2))
    if chance < 0.8:
        return other_talk().invented(rng, 8)
    return vocabulary().written([word for _ in range(4) for word in vocabulary().phrase(rng)], rng)


Talker = Callable[[], Samples]
"""Says something more each time, at 16 kHz."""


def _by_espeak(rng: np.random.Generator, voices: tuple[str, ...]) -> Talker:
    language = pick(rng, BABBLE_LANGUAGES)

    def talk() -> Samples:
        manner = Manner(f"{language}+{pick(rng, voices)}", int(rng.integers(115, 195)), int(rng.integers(20, 81)), 50)
        return resampled(render(_talk(rng), manner).samples, UP, DOWN)

    return talk


def babble(seconds: float, talkers: int, rng: np.random.Generator, voices: tuple[str, ...]) -> Samples:
    """So many of espeak's voices talking at once, each in a language of his own."""
    return crowd(seconds, (_by_espeak(rng, voices) for _ in range(talkers)), rng)


def crowd(seconds: float, talkers: Iterable[Talker], rng: np.random.Generator) -> Samples:
    """People talking at once, each at a level and a distance of his own, with breaths between."""
    count = int(seconds * RATE)
    together = np.zeros(count, np.float32)
    for talk in talkers:
        level, echo = amplitude(-rng.uniform(0, 6)), room(rng)
        one = np.zeros(count, np.float32)
        place = 0
        while place < count:
            said = talk()[: count - place]
            one[place : place + len(said)] = said / rms(said)
            place += len(said) + int(rng.uniform(0, 0.6) * RATE)
        together += np.float32(level) * (filtered(one, echo) if rng.random() < 0.6 else one)
    return together


def ambience(seconds: float, rng: np.random.Generator) -> Samples:
    """What the narrator plays under one of its scenes."""
    scene = pick(rng, tuple(SCENES))
    played = stream(scene, int(rng.integers(1 << 30)), 0).read(round(seconds * RENDERED))
    return resampled(played, UP, DOWN)


def _clink(rng: np.random.Generator, time: Samples) -> Samples:
    """Something hard that rings: a few damped partials."""
    lowest = rng.uniform(120, 4000)
    ring = np.zeros(len(time))
    for _ in range(int(rng.integers(1, 7))):
        pitch, phase, fade = lowest * rng.uniform(1, 6), rng.uniform(0, 6.28), rng.uniform(0.004, 0.15)
        ring += rng.uniform(0.2, 1) * np.sin(2 * np.pi * pitch * time + phase) * np.exp(-time / fade)
    return ring.astype(np.float32)


def _burst(rng: np.random.Generator, time: Samples) -> Samples:
    """A knock or a splash: noise that dies away, or swells and flutters (paper, water, a chair)."""
    low = rng.uniform(60, 3500)
    noise = within(rng.standard_normal(len(time)).astype(np.float32), low, min(7800.0, low * rng.uniform(1.3, 8)))
    if rng.random() < 0.6:
        shape = np.exp(-time / rng.uniform(0.005, 0.1))
    else:
        shape = np.hanning(len(time)) * (1 + 0.8 * np.sin(2 * np.pi * rng.uniform(2, 25) * time))
    return np.asarray(noise * shape, np.float32)


def clatter(count: int, rng: np.random.Generator) -> Samples:
    """Dishes, knocks and rustles over a faint hiss, peaks near 1, half of the time in a room."""
    scene = coloured(count, rng, "pink")
    scene *= np.float32(amplitude(-rng.uniform(25, 60)) / rms(scene))
    rate = rng.uniform(0.8, 12)
    place = int(rng.uniform(0, 0.3) * RATE)
    while place < count:
        time = (np.arange(int(rng.uniform(0.02, 0.5) * RATE)) / RATE).astype(np.float32)
        event = (_clink if rng.random() < 0.5 else _burst)(rng, time)[: count - place]
        scene[place : place + len(event)] += event * np.float32(
            amplitude(-rng.uniform(0, 26)) / (np.abs(event).max() + 1e-9)
        )
        place += 1 + int(rng.exponential(RATE / rate))
    return filtered(scene, room(rng)) if rng.random() < 0.5 else scene
