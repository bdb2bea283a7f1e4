"""What a recorded voice has not recorded is composed of pieces of its recordings, by arithmetic alone.

The sound of each piece is cut into grains, one a pulse of the voice, and laid over the next. Around a join pitch and
level are eased, so that nothing jumps (TD-PSOLA; Moulines and Charpentier, 1990). Slower words have their voiced grains
more often: consonants keep their length.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise, product
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from narrator.base.resources import folder
from narrator.sound.dsp.loudness import levelled
from narrator.sound.dsp.samples import RATE, Samples, from_pcm, silence, to_pcm, trimmed
from narrator.voice.cache import Cache
from narrator.voice.performance import rest_at
from narrator.voice.phonemes import SpeechSound, phones
from narrator.voice.processing import faded
from narrator.voice.profile import Voice
from narrator.voice.recordings import Recordings, RecordingsError, Spoken, decoded
from narrator.voice.selection import Chosen, Run, Selection
from narrator.voice.units import DIGEST, HOP, SUFFIX, Units, cepstra, read_units
from narrator.voice.voice_files import as_read, first_names

REACH = 3
"""Frames by which each side of a join within a phone may move to where both are most alike; elsewhere one."""

LEVEL_EASED, PITCH_EASED = 0.05, 0.09
"""Seconds on both sides of a join over which a step of level, of pitch, is spread."""

MOST_DECIBELS, MOST_BETWEEN, MOST_SEMITONES = 10.0, 4.0, 8.0
"""The largest steps that are spread: of level within a phone, between two, of pitch."""

UNVOICED, LONGEST_PERIOD, SHORTEST_PERIOD = 0.005, 0.0135, 0.003
"""Seconds from one grain to the next where there is no voice; seconds that a pulse of a voice lasts."""

BEFORE, WHOLE_HEAD, WHOLE_TAIL, AFTER = 0.012, 0.03, 0.3, 0.06
"""Seconds before the first phone, and behind the last, that are heard; shorter ends of a recording are heard whole."""

SLOWEST = 2.0
"""How often a grain is heard at most, where words are slower."""

STOPS = frozenset("ptkbdɡ")


@dataclass(frozen=True)
class GrainSource:
    """A recording as samples, and the samples at which its grains are centred, of its voice and of what has none."""

    samples: Samples
    marks: NDArray[np.int64]
    voiced: NDArray[np.bool_]

    @classmethod
    def of(cls, samples: Samples, pulses: NDArray[np.int64]) -> GrainSource:
        marks: list[tuple[int, bool]] = []
        before, step = 0, round(UNVOICED * RATE)
        for pulse in (*pulses.tolist(), samples.size):
            while pulse - before > LONGEST_PERIOD * RATE:
                before += step
                marks.append((before, False))
            if pulse < samples.size:
                marks.append((pulse, True))
            before = pulse
        at, voiced = zip(*marks, strict=True) if marks else ((0,), (False,))
        return cls(samples, np.array(at), np.array(voiced))

    def pitch(self, frame: float) -> float:
        """Return the pitch at a frame in semitones, of no matter what; nan where there is no voice."""
        at = int(np.searchsorted(self.marks, frame * HOP * RATE))
        near = slice(max(0, at - 2), at + 2)
        marks = self.marks[near][self.voiced[near]]
        periods = np.diff(marks)
        periods = periods[periods < LONGEST_PERIOD * RATE]
        return -12 * float(np.log2(np.median(periods))) if periods.size else np.nan

    def frames(self) -> int:
        return int(self.samples.size / RATE / HOP) + 1

    def look(self, frame: int, reach: int) -> tuple[Samples, Samples]:
        """Return cepstra 1 to 12, each the mean of three frames, and the levels, of so many frames on both sides."""
        around = reach + 1
        begin = round((frame - around) * HOP * RATE)
        margin = round(2 * HOP * RATE)
        low, high = begin - margin, round((frame + around + 3) * HOP * RATE)
        piece = np.pad(self.samples[max(0, low) : max(0, high)], (max(0, -low), max(0, high - self.samples.size)))
        # The margin is two whole frames: what is looked at begins with the third.
        spectrum, level = cepstra(piece)
        near = spectrum[2 : 3 + 2 * around, 1:13]
        mean: Samples = (near[:-2] + near[1:-1] + near[2:]) / np.float32(3)
        return mean, level[3 : 2 + 2 * around]


@dataclass(frozen=True)
class Join:
    """A join: whether within a phone, and its steps in semitones (nan without a voice on both sides) and dB."""

    within: bool
    semitones: float
    decibels: float


Grain: TypeAlias = tuple[GrainSource, int, int, bool]
"""A source, which of its marks, which run, whether it is voiced."""


def joined(chosen: Chosen, source: Callable[[int], GrainSource], deviations: Samples, *, pace: float = 1.0) -> Samples:
    """Return what was chosen as samples. `source` gives a recording by its number; a `pace` under 1 is slower."""
    runs, joins = _coupled(chosen.runs, chosen.phones, source, deviations)
    grains = [grain for number, run in enumerate(runs) for grain in _grains(run, number, chosen, source(run.recording))]
    if not grains:
        return np.zeros(0, dtype=np.float32)
    steps = _steps(grains)
    voiced = np.array([grain[3] for grain in grains])
    if pace != 1.0 and (sung := float(steps[voiced].sum())) > 0:
        steps = np.where(voiced, steps * min(SLOWEST, 1 + (1 / pace - 1) * float(steps.sum()) / sung), steps)
    times = np.concatenate([[0.0], np.cumsum(steps[:-1])])
    level, pitch = _eased(grains, times, joins)
    periods = _steps(grains) / np.where(voiced, 2 ** (pitch / 12), 1.0)
    return _laid(grains, *_again(times, periods, voiced & ((np.abs(pitch) > 0.05) | (pace != 1.0))), level)


def _coupled(
    runs: Sequence[Run], phones: Sequence[SpeechSound], source: Callable[[int], GrainSource], deviations: Samples
) -> tuple[list[Run], list[Join]]:
    """Move both sides of each join to where they are most alike."""
    found, joins = [*runs], []
    for number, (one, other) in enumerate(pairwise(runs)):
        one = found[number]
        within = other.first % 2 == 1
        reach = REACH if within and phones[other.first // 2].label not in STOPS else 1
        a, b = source(one.recording), source(other.recording)
        ends, begins = round(one.end), round(other.begin)
        (of_a, level_a), (of_b, level_b) = a.look(ends, reach), b.look(begins, reach)
        reached = range(-reach, reach + 1)
        pitches, others = [a.pitch(ends + x) for x in reached], [b.pitch(begins + y) for y in reached]
        apart = np.linalg.norm((of_a[:, None] - of_b[None, :]) / deviations, axis=2)
        best = None
        for x, y in product(reached, reached):
            end, begin = ends + x, begins + y
            if not (2 <= end < a.frames() - 2 and 2 <= begin < b.frames() - 2):
                continue
            if end <= one.begin + 1 or begin >= other.end - 1:
                continue
            turn = others[y + reach] - pitches[x + reach]
            level = float(level_b[y + reach] - level_a[x + reach])
            cost = float(apart[x + reach, y + reach]) + 0.06 * abs(level) + 0.02 * (abs(x) + abs(y))
            cost += 1.5 * (np.isnan(pitches[x + reach]) != np.isnan(others[y + reach])) + 0.15 * abs(
                np.nan_to_num(turn)
            )
            if best is None or cost < best[0]:
                best = cost, end, begin, Join(within, turn, level)
        if best is None:
            joins.append(Join(within, np.nan, 0.0))
            continue
        found[number] = replace(one, end=float(best[1]))
        found[number + 1] = replace(other, begin=float(best[2]))
        joins.append(best[3])
    return found, joins


def _grains(run: Run, number: int, chosen: Chosen, source: GrainSource) -> list[Grain]:
    begin, end = run.begin * HOP, run.end * HOP
    length = source.samples.size / RATE
    if run.first == 0:
        begin = begin - BEFORE if begin - BEFORE >= WHOLE_HEAD else 0.0
    if run.last == 2 * len(chosen.phones) - 1:
        end = length if length - end < WHOLE_TAIL else end + AFTER
    marks = np.flatnonzero((source.marks >= begin * RATE - 0.5) & (source.marks < end * RATE - 0.5))
    return [(source, int(mark), number, bool(source.voiced[mark])) for mark in marks]


def _steps(grains: Sequence[Grain]) -> NDArray[np.float64]:
    """Return the seconds from each grain to the next one; 0 for the last."""
    steps = np.zeros(len(grains))
    for at, ((a, i, run, voiced), (b, j, other, voiced_too)) in enumerate(pairwise(grains)):
        if run == other:
            steps[at] = (b.marks[j] - a.marks[i]) / RATE
            continue
        behind = (a.marks[i + 1] - a.marks[i]) / RATE if i + 1 < len(a.marks) else UNVOICED
        before = (b.marks[j] - b.marks[j - 1]) / RATE if j else UNVOICED
        step = (behind + before) / 2 if voiced and voiced_too else min(behind, before)
        steps[at] = min(max(step, SHORTEST_PERIOD), LONGEST_PERIOD)
    return steps


def _eased(
    grains: Sequence[Grain], times: NDArray[np.float64], joins: Sequence[Join]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return by how many dB, and semitones, each grain is moved so that no join is a step."""
    level, pitch = np.zeros(len(grains)), np.zeros(len(grains))
    run = np.array([grain[2] for grain in grains])
    for number, join in enumerate(joins):
        before, behind = np.flatnonzero(run == number), np.flatnonzero(run == number + 1)
        if not (before.size and behind.size):
            continue
        at = times[behind[0]]
        most = MOST_DECIBELS if join.within else MOST_BETWEEN
        steps = (level, LEVEL_EASED, float(np.clip(join.decibels, -most, most)))
        turns = (pitch, PITCH_EASED, float(np.nan_to_num(np.clip(join.semitones, -MOST_SEMITONES, MOST_SEMITONES))))
        for moved, seconds, step in (steps, turns):
            moved[before] += step / 2 * np.clip(1 - (at - times[before]) / seconds, 0, 1)
            moved[behind] -= step / 2 * np.clip(1 - (times[behind] - at) / seconds, 0, 1)
    return level, pitch


def _again(
    times: NDArray[np.float64], periods: NDArray[np.float64], moved: NDArray[np.bool_]
) -> tuple[list[float], list[int]]:
    """Return when grains are heard, and which: each its own period after the last, that one which is due then."""
    heard: list[float] = []
    which: list[int] = []
    at, last = 0.0, len(times) - 1
    while at <= times[-1] + 1e-9:
        grain = int(np.searchsorted(times, at))
        if grain and (grain > last or abs(times[grain - 1] - at) <= abs(times[grain] - at)):
            grain -= 1
        heard.append(at)
        which.append(grain)
        to_next = times[grain + 1] - at if grain < last else 0.0
        if not moved[grain] and to_next > 0.002:
            at += to_next
        else:
            at += periods[grain] if periods[grain] > 0.002 else UNVOICED
    return heard, which


def _laid(grains: Sequence[Grain], times: list[float], which: list[int], level: NDArray[np.float64]) -> Samples:
    """Lay grains over each other, each between the one before and the one behind it."""
    head = round(WHOLE_HEAD * RATE)
    centres = [head + round(at * RATE) for at in times]
    out = np.zeros(centres[-1] + round((WHOLE_TAIL + 0.1) * RATE), dtype=np.float32)
    for number, (centre, grain) in enumerate(zip(centres, which, strict=True)):
        source, mark, _, _ = grains[grain]
        samples, middle = source.samples, int(source.marks[mark])
        rest = samples.size - middle
        last = number + 1 == len(centres)
        left = centre - centres[number - 1] if number else min(middle, centre, round(BEFORE * RATE))
        whole = last and rest < WHOLE_TAIL * RATE
        right = (rest if whole else round(AFTER * RATE)) if last else centres[number + 1] - centre
        window = np.concatenate(
            [_rise(left) if number else np.ones(left), np.ones(right) if whole else _rise(right)[::-1]]
        )
        begin, end = max(middle - left, 0), min(middle + right, samples.size)
        cut = begin - (middle - left)
        piece = samples[begin:end] * window[cut : cut + end - begin] * 10 ** (level[grain] / 20)
        out[centre - left + cut :][: piece.size] += piece[: max(0, out.size - (centre - left + cut))]
    return out


def _rise(length: int) -> NDArray[np.float64]:
    return np.sin(np.pi / 2 * np.arange(length) / max(length, 1)) ** 2


STRONG_PACE = 0.9
"""By how much words that are leant on are slower."""

DOUBTFUL = 2.0
"""Cost a phone from which on a name is hardly understood."""

_PIECES = re.compile(r"([^.,;:!?…—–]+)([.,;:!?…—–]*)")


class Composer:
    """Composes with the units of one voice. For one thread at a time; whoever opened the recordings closes them.

    Pieces of recordings that are `without` are not used: measurements hold them out.

    Raises:
        RecordingsError: the recordings are damaged.
    """

    def __init__(
        self, units: Units, recordings: Recordings, language: str, *, without: Collection[Spoken] = frozenset()
    ) -> None:
        self._units, self._recordings, self._language = units, recordings, language
        there = recordings.digests()
        kept = [digest.tobytes() for digest in units.digests]
        usable = [
            there.get(spoken, b"")[:DIGEST] == digest and spoken not in without
            for spoken, digest in zip(units.spoken, kept, strict=True)
        ]
        names = {*first_names(language)}
        of_line = np.array([spoken.text not in names for spoken in units.spoken])
        self.selection = Selection(units, np.array(usable), of_line)
        self._without = without

    def composes(self, text: str) -> bool:
        """Whether all of a text can be said."""
        try:
            read = self._read(text)
        except OSError as error:  # nobody is there to read it
            _logger.warning("nothing is composed: %s", error)
            return False
        return bool(read) and all(self.selection.sayable(said) is not None for said, _ in read)

    def cost(self, text: str) -> float:
        """Return what the pieces of a text cost a phone: 0 where it is recorded, or sounds as something that is."""
        costs = [0.0 if self._alike(said) else self._chosen(said, closing=True).cost for said, _ in self._read(text)]
        return max(costs, default=0.0)

    def composed(self, spoken: Spoken) -> Samples:
        """Return how words that it `composes` are said, as loud as any phrase; what sounds alike is the same.

        Raises:
            RecordingsError: the recordings are damaged.
        """
        read = self._read(spoken.text)
        parts: list[Samples] = []
        for number, (said, marks) in enumerate(read, 1):
            last = number == len(read)
            parts.append(self._said(said, replace(spoken, text="", closing=spoken.closing or not last)))
            parts.append(silence(0 if last else rest_at(marks)))
        return levelled(faded(np.concatenate(parts)))

    def _said(self, said: tuple[SpeechSound, ...], manner: Spoken) -> Samples:
        alike = self._alike(said)
        if alike and (opus := self._recordings.opus(replace(manner, text=alike))) is not None:
            return decoded(opus)
        sources: dict[int, GrainSource] = {}

        def source(recording: int) -> GrainSource:
            if recording not in sources:
                opus = self._recordings.opus(self._units.spoken[recording])
                if opus is None:
                    raise RecordingsError("a recording is damaged")
                sources[recording] = GrainSource.of(decoded(opus), self._units.pulses_of(recording))
            return sources[recording]

        pace = manner.pace * (STRONG_PACE if manner.strong else 1.0)
        chosen = self._chosen(said, closing=manner.closing)
        return levelled(trimmed(joined(chosen, source, self._units.deviations, pace=pace)))

    def _chosen(self, said: tuple[SpeechSound, ...], *, closing: bool) -> Chosen:
        phones = self.selection.sayable(said)
        assert phones is not None
        return self.selection.choose(phones, closing=closing)

    def _alike(self, said: tuple[SpeechSound, ...]) -> str:
        found = self._units.sounds.get(tuple(phone.label for phone in said), "")
        return "" if any(spoken.text == found for spoken in self._without) else found

    def _read(self, text: str) -> list[tuple[tuple[SpeechSound, ...], str]]:
        """Return the phones of each piece of a text, with the marks behind it."""
        found = _PIECES.findall(text)
        read = [(phones(as_read(words.strip(), self._language), self._language), marks) for words, marks in found]
        return [(said, marks) for said, marks in read if said]


_logger = logging.getLogger(__name__)


def composer_of(voice: Voice, recordings: Recordings) -> Composer | None:
    """Return what composes with a voice; None where it has no units, or damaged ones."""
    if not units_of(voice).is_file():
        return None
    try:
        return Composer(read_units(units_of(voice)), recordings, voice.language)
    except RecordingsError as error:
        _logger.warning("units: %s", error)
        return None


def units_of(voice: Voice) -> Path:
    """Return the file of a recorded voice's units, which need not be there."""
    return folder("voices") / f"{voice.voice}{SUFFIX}"


MAKE = 1
"""Goes up with every change of how phrases are composed: part of the key under which they are kept."""


class ComposedPhrases:
    """What a voice composes of its `recordings`, kept in memory and in the verified cache. For one thread at a time.

    A voice without units composes nothing; damaged ones count as none.
    """

    def __init__(self, voice: Voice, recordings: Recordings, cache: Cache) -> None:
        self._voice, self.recordings, self._cache = voice, recordings, cache
        self._kept: dict[Spoken, Samples] = {}
        self._says: dict[str, bool] = {}

    def composes(self, spoken: Spoken) -> bool:
        """Whether it can say a phrase; asked once for the words of many lines."""
        if spoken.text not in self._says:
            at_hand = self.at_hand(spoken)
            self._says[spoken.text] = at_hand or (self._composer is not None and self._composer.composes(spoken.text))
        return self._says[spoken.text]

    def at_hand(self, spoken: Spoken) -> bool:
        """Whether a phrase would sound at once."""
        return self._found(spoken) is not None

    def sound(self, spoken: Spoken) -> Samples | None:
        """Return a phrase, the same to the sample each time; None where the voice cannot say it.

        Raises:
            RecordingsError: the recordings are damaged.
        """
        found = self._found(spoken)
        if found is None and self._composer is not None and self._composer.composes(spoken.text):
            pcm = to_pcm(self._composer.composed(spoken))
            _logger.debug("a phrase of %d letters was composed", len(spoken.text))
            self._cache.put(self._asked(spoken), pcm)
            found = self._kept[spoken] = from_pcm(pcm)
        return found

    @cached_property
    def _composer(self) -> Composer | None:
        return composer_of(self._voice, self.recordings)

    def _found(self, spoken: Spoken) -> Samples | None:
        if spoken not in self._kept and self._identity and (pcm := self._cache.get(self._asked(spoken))) is not None:
            self._kept[spoken] = from_pcm(pcm)
        return self._kept.get(spoken)

    def _asked(self, spoken: Spoken) -> bytes:
        return repr((MAKE, self._identity, spoken.row)).encode()

    @cached_property
    def _identity(self) -> str:
        try:
            return blake2b(units_of(self._voice).read_bytes(), digest_size=16).hexdigest()
        except OSError:
            return ""
