"""Which pieces of a voice's recordings say what it has not recorded: half phones, and as few joins as may be.

A phone is cut in its middle, where it changes least. Of all ways through the halves that a voice has of each phone, the
one is taken that costs least: what stood around a half in its recording costs where it differs from what is wanted, and
each join by how much is heard of it (unit selection; Hunt and Black, 1996). Costs are without a unit; they were weighed
against each other by what a recogniser understood, and `make bench ARGS=names` says how well that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from narrator.voice.phonemes import NASAL, PAUSE, VOWELS, SpeechSound
from narrator.voice.units import CEPSTRUM, ENDS_WORD, HOP, LEVEL, PITCH, STRESSED, Units, syllables

CANDIDATES = 70
"""Halves of each phone that are looked at, beside those that go on from them."""

NEAR, FAR = 1.2, 0.5
"""What another neighbour costs, on the side of the half and on the other side; half of it where it is much alike."""

NOT_AT_EDGE = 6.0
"""What it costs that a first or last half was not spoken beside silence."""

FROM_LINE, OTHER_PLACE, EARLY_OTHER_PLACE = 0.175, 0.25, 0.1
"""What it costs that a half is of a line and no name; or of a name that ends a sentence where this one does not, or the
opposite: in the last syllable, and before it."""

OTHER_SYLLABLE, OTHER_BEGINNING, OTHER_STRESS, LENGTH, TOO_SHORT = 0.225, 0.125, 0.15, 0.175, 0.4
"""What else differs: from the last syllable or not, beginning a word or not, stress, the logarithm of its length."""

JOIN = {"V": 1.0, "stop": 0.25, "hiss": 0.35, "buzz": 0.7, "nasal": 0.7, "liquid": 1.3, "glide": 2.0}
"""What a join in the middle of a phone costs, by its kind."""

JOIN_BETWEEN, CEPSTRAL, SEMITONE, DECIBEL, VOICE = 2.6, 0.28, 0.22, 0.06, 1.2
"""What a join between two phones costs, and at every join its step: in timbre, pitch, level, from voice to none."""

SHORTEST = 0.02
"""Seconds below which a phone is hardly heard."""

_KINDS = {
    **dict.fromkeys("ptkbdɡ", "stop"),
    **dict.fromkeys("fsʃθhx", "hiss"),
    **dict.fromkeys("vzʒð", "buzz"),
    **dict.fromkeys("mnɲŋ", "nasal"),
    **dict.fromkeys("lʁɹ", "liquid"),
    **dict.fromkeys("jwɥ", "glide"),
}
_PLACES = {**dict.fromkeys("pbmfv", 1), **dict.fromkeys("tdnlszjʃʒɲθðɹ", 2), **dict.fromkeys("kɡʁwŋ", 3)}
_ROUNDED = frozenset("uoɔyøœʊɒ") | {vowel + NASAL for vowel in "ɔœ"}

NEAREST = {
    "ɪ": "i", "ʊ": "u", "ʌ": "œ", "æ": "a", "ɐ": "a", "ɜ": "œ", "ɒ": "ɔ", "ɚ": "œ", "ᵻ": "i", "ɘ": "ə", "ɵ": "ø",
    "ɨ": "i", "ɯ": "u", "ɤ": "ø", "ä": "a", "ɑ": "a", "ɹ": "ʁ", "r": "ʁ", "ɾ": "ʁ", "x": "ʁ", "θ": "s", "ð": "z",
    "ŋ": "n", "ɲ": "nj", "ɥ": "y", "β": "v", "ç": "ʃ", "ɣ": "ɡ", "ɫ": "l", "ʎ": "j", "c": "k", "ɟ": "ɡ", "ʂ": "ʃ",
    "ʐ": "ʒ", "ɕ": "ʃ", "ʑ": "ʒ", "ʁ": "ɹ", "y": "u", "ø": "ɜ", "œ": "ɜ", "e": "ɛ", "o": "ɔ", "g": "ɡ", "h": "",
    "ʔ": "", "ɬ": "l", "q": "k", "ʋ": "v", "a": "æ", "ɔ": "ɒ", f"ɑ{NASAL}": "ɒn", f"ɔ{NASAL}": "ɔn",
    f"ɛ{NASAL}": "æn", f"œ{NASAL}": f"ɛ{NASAL}",
}  # fmt: skip
"""What is said in place of a phone that a voice has not: it may have to be looked up again."""

RARE = 5
"""Phones of a kind that are too few to choose from."""


@dataclass(frozen=True)
class Run:
    """Halves of phones that stand together in a recording: between which frames, and which ones of what is said."""

    recording: int
    begin: float
    end: float
    first: int
    last: int


@dataclass(frozen=True)
class Chosen:
    """What says some phones: runs of recordings, and what they cost a phone."""

    phones: tuple[SpeechSound, ...]
    runs: tuple[Run, ...]
    cost: float


class Selection:
    """Chooses among the units of a voice, of those recordings that are `usable`, by their number."""

    def __init__(self, units: Units, usable: NDArray[np.bool_], of_line: NDArray[np.bool_]) -> None:
        self._units = units
        self._number = {label: number for number, label in enumerate(units.labels)}
        self._of_line = of_line[units.recording]
        self._closing = np.array([spoken.closing for spoken in units.spoken])[units.recording]
        there = usable[units.recording]
        self._of = {
            label: np.flatnonzero((units.label == number) & there)
            for label, number in self._number.items()
            if label != PAUSE
        }
        beside = np.concatenate([[self._number[PAUSE]], units.label, [self._number[PAUSE]]]).astype(np.int64)
        self._left, self._right = beside[:-2], beside[2:]
        ends = (units.flags & ENDS_WORD) > 0
        self._begins = np.concatenate([[True], ends[:-1]]) | (self._left == self._number[PAUSE])
        self._stressed = (units.flags & STRESSED) > 0
        self._end = np.append(units.begin[1:], units.begin[-1:])
        self._seconds = np.maximum((self._end.astype(np.float32) - units.begin) * HOP, 0.01)

    @cached_property
    def _unlike(self) -> NDArray[np.float32]:
        """How much one neighbour differs from another, 0 to 1, by their numbers."""
        labels = self._units.labels
        found = np.ones((len(labels), len(labels)), dtype=np.float32)
        for at, one in enumerate(labels):
            for other_at, other in enumerate(labels):
                if one == other:
                    found[at, other_at] = 0.0
                elif one in VOWELS and other in VOWELS:
                    found[at, other_at] = 0.5 if (one in _ROUNDED) == (other in _ROUNDED) else 1.0
                elif _PLACES.get(one, 0) == _PLACES.get(other, -1):
                    found[at, other_at] = 0.5
        return found

    def sayable(self, phones: Sequence[SpeechSound]) -> tuple[SpeechSound, ...] | None:
        """Return these phones with others in place of those that the voice has not; None where there is none."""
        found: list[SpeechSound] = []
        for phone in phones:
            labels: list[str] = [phone.label]
            for _ in range(3):
                labels = [near for label in labels for near in self._near(label)]
            if any(label not in self._of or not self._of[label].size for label in labels):
                return None
            last = len(labels) - 1
            found += [
                SpeechSound(label, phone.stressed, phone.ends_word and at == last) for at, label in enumerate(labels)
            ]
        return tuple(found) or None

    def _near(self, label: str) -> Sequence[str]:
        if label in self._of and self._of[label].size >= RARE:
            return (label,)
        near = NEAREST.get(label)
        return (label,) if near is None else (near,) if near in self._of else (*near,)

    def choose(self, phones: tuple[SpeechSound, ...], *, closing: bool) -> Chosen:
        """Return what says phones that are all `sayable`."""
        wanted = syllables([phone.label for phone in phones], [phone.ends_word for phone in phones])
        costs = [
            (self._of[phone.label], *self._costs(phones, at, int(wanted[at]), closing))
            for at, phone in enumerate(phones)
        ]
        halves = [(units, cost) for units, first, second in costs for cost in (first, second)]
        best = [units[np.argsort(cost, kind="stable")[:CANDIDATES]] for units, cost in halves]
        candidates, fits = [], []
        for half, (units, cost) in enumerate(halves):
            # With each half, what goes on before and behind it in its recording.
            before = best[half - 1] + (half % 2 == 0) if half else best[half][:0]
            after = best[half + 1] - (half % 2) if half + 1 < len(halves) else best[half][:0]
            some = np.unique(np.concatenate([best[half], before, after]))
            at = np.searchsorted(units, some)
            some_are = (at < units.size) & (units[at.clip(max=units.size - 1)] == some)
            candidates.append(some[some_are])
            fits.append(cost[at[some_are]])
        total = fits[0]
        steps = []
        for half in range(1, len(halves)):
            ways = total[:, None] + self._joins(
                candidates[half - 1], candidates[half], phones[half // 2], half % 2 == 1
            )
            steps.append(ways.argmin(axis=0))
            total = ways.min(axis=0) + fits[half]
        place = int(total.argmin())
        path = [place]
        for step in reversed(steps):
            path.append(int(step[path[-1]]))
        chosen = [int(candidates[half][place]) for half, place in enumerate(reversed(path))]
        return Chosen(phones, tuple(self._runs(chosen)), float(total.min()) / len(phones))

    def _costs(
        self, phones: tuple[SpeechSound, ...], at: int, syllable: int, closing: bool
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return what the first and the second half of each phone of the wanted label cost here."""
        phone, units = phones[at], self._of[phones[at].label]
        silence = self._number[PAUSE]
        left = self._number[phones[at - 1].label] if at else silence
        right = self._number[phones[at + 1].label] if at + 1 < len(phones) else silence
        begins = at == 0 or phones[at - 1].ends_word
        before, behind = self._unlike[self._left[units], left], self._unlike[self._right[units], right]
        place = OTHER_PLACE if syllable == 0 else EARLY_OTHER_PLACE
        seconds = self._seconds[units]
        lengths = np.abs(np.log(seconds / np.exp(np.log(seconds).mean()))).clip(max=2.0)
        other = np.abs(self._units.syllable[units] - syllable).clip(max=1)
        cost = np.where(self._of_line[units], FROM_LINE, place * (self._closing[units] != closing))
        cost += OTHER_SYLLABLE * other + OTHER_BEGINNING * (self._begins[units] != begins)
        cost += OTHER_STRESS * (self._stressed[units] != phone.stressed) + TOO_SHORT * (seconds < SHORTEST)
        cost += LENGTH * lengths * (0.6 if syllable == 0 else 1.0)
        first, second = cost + NEAR * before + FAR * behind, cost + NEAR * behind + FAR * before
        if at == 0:
            first = first + NOT_AT_EDGE * (self._left[units] != silence)
        if at == len(phones) - 1:
            second = second + NOT_AT_EDGE * (self._right[units] != silence)
        return first, second

    def _joins(
        self, one: NDArray[np.int64], other: NDArray[np.int64], phone: SpeechSound, within: bool
    ) -> NDArray[np.float32]:
        """Return what each join of two halves costs; nothing where they stand together in a recording."""
        sound = self._units.sound[int(within)]
        ends, begins = sound[one if within else one + 1], sound[other]
        spectra, others = ends[:, CEPSTRUM], begins[:, CEPSTRUM]
        apart = (spectra**2).sum(axis=1)[:, None] + (others**2).sum(axis=1) - 2 * spectra @ others.T
        kind = "V" if phone.label in VOWELS else _KINDS.get(phone.label, "V")
        cost = (JOIN[kind] if within else JOIN_BETWEEN) + CEPSTRAL * np.sqrt(np.maximum(apart, 0))
        cost += DECIBEL * np.abs(ends[:, LEVEL, None] - begins[:, LEVEL])
        cost += SEMITONE * np.abs(np.nan_to_num(ends[:, PITCH, None] - begins[:, PITCH]))
        if kind not in ("stop", "hiss"):
            cost += VOICE * (np.isnan(ends[:, PITCH, None]) != np.isnan(begins[:, PITCH]))
        together = one[:, None] + (not within) == other
        return np.where(together, 0.0, cost).astype(np.float32)

    def _runs(self, units: Sequence[int]) -> list[Run]:
        runs: list[Run] = []
        for half, unit in enumerate(units):
            begin, middle, end = (
                int(at) for at in (self._units.begin[unit], self._units.middle[unit], self._end[unit])
            )
            span = (middle, end) if half % 2 else (begin, middle)
            if half and unit == units[half - 1] + (half % 2 == 0):
                runs[-1] = Run(runs[-1].recording, runs[-1].begin, span[1], runs[-1].first, half)
            else:
                runs.append(Run(int(self._units.recording[unit]), *span, half, half))
        return runs
