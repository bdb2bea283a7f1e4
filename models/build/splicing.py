"""What a person never said, joined of pieces of what he did say, as diphone synthesisers do it.

Recordings of people are few, and hardly any says what a game is told. Pieces begin and end in the middle of a sound,
where it changes least, and are nearly as long as can be found. Diphone synthesisers cut there too, and then change the
pitch (Moulines, Charpentier, "Pitch-synchronous waveform processing techniques for text-to-speech synthesis using
diphones", 1990); here it stays as it was said.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np

from models.build.sound import RATE, Samples, rms
from models.build.speech import Speech
from models.build.vocabulary import pick

_BEFORE, _AFTER = round(0.03 * RATE), round(0.06 * RATE)
"""Samples of a pause that are taken with the sound after it, and with the one before it."""

_FADE, _SEEK = round(0.005 * RATE), round(0.004 * RATE)
"""Samples in which one piece becomes the other, and by how many the other may move to fit it."""

_LONGEST: Final = 7
"""Sounds that a piece may go over at most: a whole recording is there already."""

_UNSAID: Final = 0.34
"""Which share of the pairs of sounds a speaker may never have said."""

_LOUDER: Final = 2.0
"""By what factor a piece may be made louder or softer to go on as the one before it ended."""


@dataclass(frozen=True, slots=True)
class _Sound:
    """A sound of a recording, '' for a pause, and its samples."""

    phone: str
    first: int
    last: int

    @property
    def cut(self) -> int:
        """Where a piece may begin with it, or end; of a pause, where one begins."""
        return (self.first + self.last) // 2 if self.phone else max(self.first, self.last - _BEFORE)

    @property
    def end(self) -> int:
        """Where a piece ends with it."""
        return self.cut if self.phone else min(self.last, self.first + _AFTER)


class Splicer:
    """All that one speaker said, to be joined anew."""

    def __init__(self, said: Sequence[Speech]) -> None:
        """Find where each sound is, and what follows it."""
        self._said = said
        self._sounds = [_sounds(speech) for speech in said]
        self._places = defaultdict[str, list[tuple[int, int]]](list)
        self._pairs = defaultdict[tuple[str, str], list[tuple[int, int]]](list)
        for number, sounds in enumerate(self._sounds):
            for place, sound in enumerate(sounds):
                self._places[sound.phone].append((number, place))
                if place + 1 < len(sounds):
                    self._pairs[sound.phone, sounds[place + 1].phone].append((number, place))

    def say(self, phones: Sequence[str], rng: np.random.Generator) -> Speech | None:
        """Return these sounds, without a pause among them.

        Two that were never said in a row touch where one ends and the other begins. None where too many do, or where
        a sound was never said.
        """
        wanted = ["", *phones, ""]
        unsaid = sum(pair not in self._pairs for pair in pairwise(wanted))
        if unsaid > _UNSAID * len(phones) or not all(self._places[phone] for phone in phones):
            return None
        made = _Made()
        at = 0
        while at < len(wanted) - 1:
            ahead = wanted[at : at + 1 + int(rng.integers(2, _LONGEST + 1))]
            places = self._pairs.get((ahead[0], ahead[1]))
            if places:
                number, place, length = self._longest(ahead, places, rng)
                sounds = self._sounds[number][place : place + length + 1]
                made.add(self._said[number].samples, sounds[0].cut, sounds[-1].end, sounds[1:])
                at += length
                continue
            if ahead[0]:
                samples, ending = self._one(ahead[0], rng)
                made.add(samples, ending.cut, ending.last, ())
            at += 1
            if ahead[1]:
                samples, beginning = self._one(ahead[1], rng)
                made.add(samples, beginning.first, beginning.cut, (beginning,))
        return Speech(made.samples, (*made.phones, (len(made.samples), "")) if made.phones[-1][1] else made.phones)

    def _one(self, phone: str, rng: np.random.Generator) -> tuple[Samples, _Sound]:
        """A recording in which this sound is said, and where."""
        number, place = pick(rng, self._places[phone])
        return self._said[number].samples, self._sounds[number][place]

    def _longest(
        self, wanted: Sequence[str], places: Sequence[tuple[int, int]], rng: np.random.Generator
    ) -> tuple[int, int, int]:
        """A recording, a place in it, and how many of the wanted sounds follow the first one there: nearly the most."""
        found = []
        for number, place in places:
            here = self._sounds[number][place : place + len(wanted)]
            same = next((n for n, (one, sign) in enumerate(zip(here, wanted, strict=False)) if one.phone != sign), 0)
            found.append((number, place, (same or len(here)) - 1))
        longest = max(length for _, _, length in found)
        return pick(rng, [one for one in found if one[2] >= longest - 1])


class _Made:
    """What has been joined so far, and where its sounds begin."""

    def __init__(self) -> None:
        self.samples: Samples = np.zeros(0, np.float32)
        self.phones: tuple[tuple[int, str], ...] = ()

    def add(self, samples: Samples, begin: int, end: int, sounds: Sequence[_Sound]) -> None:
        """Go on with a piece of a recording, in which these sounds begin."""
        before = self.samples
        if len(before) < 4 * _FADE or begin < _FADE + _SEEK:
            self.samples = np.concatenate([before, samples[begin:end]])
        else:
            tail = before[-_FADE:]
            fits = np.correlate(samples[begin - _FADE - _SEEK : begin + _SEEK], tail, "valid")
            begin = min(begin + int(np.argmax(fits)) - _SEEK, max(begin, end - 1))
            piece = samples[begin - _FADE : max(begin, end)]
            gain = np.clip(rms(before[-4 * _FADE :]) / rms(piece[: 4 * _FADE]), 1 / _LOUDER, _LOUDER)
            piece = piece * np.float32(gain)
            fade = np.linspace(0, 1, _FADE, dtype=np.float32)
            mixed = tail * (1 - fade) + piece[:_FADE] * fade
            self.samples = np.concatenate([before[:-_FADE], mixed, piece[_FADE:]])
        moved = len(before) - begin
        self.phones += tuple((max(0, sound.first + moved), sound.phone) for sound in sounds)


def _sounds(speech: Speech) -> list[_Sound]:
    """The sounds of a recording in order, with a pause at both ends."""
    ends = [start for start, _ in speech.phones[1:]] + [len(speech.samples)]
    sounds = [_Sound(phone, start, end) for (start, phone), end in zip(speech.phones, ends, strict=True)]
    return [_Sound("", 0, sounds[0].first), *sounds, _Sound("", len(speech.samples), len(speech.samples))]
