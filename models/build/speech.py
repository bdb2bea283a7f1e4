"""A phrase spoken by espeak at 16 kHz, and its sounds as the network is to hear them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.build import espeak
from models.build.espeak import Manner
from models.build.mfcc import LENGTH, SHIFT
from models.build.network import STEP
from models.build.phones import SILENCE_OUTPUT, VOWELS, first_output, phone_of
from models.build.sound import DOWN, RATE, UP, Samples, resampled, stretched

assert espeak.RATE * UP == RATE * DOWN

_SLOWER, _DRAWL, _LONGEST = (0.9, 1.5), 6.0, 0.4 * RATE
"""How many times as long drawled speech lasts, and the middle half of a vowel besides, up to so many samples."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Samples, and the phones in order with the sample where each begins ('' for silence)."""

    samples: Samples
    phones: tuple[tuple[int, str], ...]

    def at_speed(self, percent: int) -> "Speech":
        """Slower or faster, lower or higher, as a tape would be: so many percent of the samples."""
        moved = tuple((start * percent // 100, phone) for start, phone in self.phones)
        return Speech(resampled(self.samples, percent, 100), moved)

    def drawled(self, rng: np.random.Generator) -> "Speech":
        """Slower, and the middles of its vowels slower still, the last one the most; the pitch stays.

        A synthesiser's vowels last some 0.1 s, those of somebody who tells a machine a number up to half a second.
        """
        slower, drawl = rng.uniform(*_SLOWER), rng.uniform(1.0, _DRAWL)
        vowels = [index for index, (_, phone) in enumerate(self.phones) if phone in VOWELS]
        starts = [*(start for start, _ in self.phones), len(self.samples)]
        places, factors = [0], list[float]()
        for index in vowels:
            begin, end = starts[index], starts[index + 1]
            longer = drawl if index == vowels[-1] else rng.uniform(1.0, drawl)
            places += begin + (end - begin) // 4, end - (end - begin) // 4
            factors += 1.0, max(1.0, min(longer, 2 * _LONGEST / max(1, end - begin)))
        places.append(len(self.samples))
        lengths = np.diff(places) * [*factors, 1.0] * slower
        moved = [0, *np.rint(np.cumsum(lengths)).astype(int).tolist()]
        begins = np.interp(starts[:-1], places, moved).astype(int).tolist()
        phones = tuple((begin, phone) for begin, (_, phone) in zip(begins, self.phones, strict=True))
        return Speech(stretched(self.samples, places, moved), phones)

    def then(self, other: "Speech", gap: int) -> "Speech":
        """With something else after it, and so many samples of digital silence between the two."""
        begin = len(self.samples) + gap
        samples = np.concatenate([self.samples, np.zeros(gap, np.float32), other.samples])
        moved = tuple((begin + start, phone) for start, phone in other.phones)
        return Speech(samples, (*self.phones, (len(self.samples), ""), *moved))

    def between(self, before: int, after: int) -> "Speech":
        """With so many samples of digital silence around it."""
        samples = np.pad(self.samples, (before, after))
        moved = tuple((before + start, phone) for start, phone in self.phones)
        return Speech(samples, ((0, ""), *moved, (before + len(self.samples), "")))


def speak(text: str, manner: Manner) -> Speech:
    """A text as espeak says it. Raises `ForeignSoundError` where it leaves French."""
    rendering = espeak.render(text, manner)
    phones = tuple((start * UP // DOWN, phone_of(mnemonic)) for start, mnemonic in rendering.phonemes)
    return Speech(resampled(rendering.samples, UP, DOWN), phones)


def phones_in(text: str, manner: Manner) -> list[str]:
    """The phones of a text, without pauses. Raises `ForeignSoundError` where espeak leaves French."""
    return [phone for _, mnemonic in espeak.render(text, manner).phonemes if (phone := phone_of(mnemonic))]


def labels(phones: tuple[tuple[int, str], ...], frames: int) -> NDArray[np.uint8]:
    """The network output that is right for each frame. A phone shorter than a step of the network is given one.

    The phones must begin with a silence at 0. A frame belongs to the phone at its middle.
    """
    starts = [max(0, round((start - LENGTH // 2) / SHIFT)) for start, _ in phones]
    bounds = [*starts, frames]
    for index, (_, phone) in enumerate(phones):
        # The neighbour after it lends what is lacking; its own turn comes next, and the last is silence.
        bounds[index] = min(bounds[index], frames)
        if phone:
            bounds[index + 1] = min(frames, max(bounds[index + 1], bounds[index] + STEP))
        bounds[index + 1] = max(bounds[index], bounds[index + 1])
    found = np.full(frames, SILENCE_OUTPUT, np.uint8)
    for (_, phone), start, end in zip(phones, bounds, bounds[1:], strict=False):
        if phone:
            entry = first_output(phone)
            found[start : start + STEP] = entry
            found[start + STEP : end] = entry + 1
    return found
