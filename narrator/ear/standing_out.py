"""Who speaks up in the midst of others' talk: louder than nearly all that was heard of late, for as long as he speaks.

Who answers need not wait for silence. What others say goes on before, under and behind his answer, so that no silence
tells where it begins and ends; but he is nearer, or speaks up. Where he is cut out a little too early or too late,
words of others are heard with his: he is cut out in more than one way, and a recogniser hears each.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np

from narrator.ear.vad import QUIETEST, Pcm, decibels, power
from narrator.sound.dsp.samples import HEARING_RATE

STEP = HEARING_RATE // 100
"""Samples from one level to the next; each is that of two steps together, 20 ms."""

_REMEMBERED, _LEAST = 500, 100  # steps whose levels are known, and that must be known before anything stands out
_SHARE = 0.85
"""The share of the levels of late over which somebody stands out."""
_BEGINS, _GOES_ON = 3.0, 1.0
"""By how many dB he is louder than that as he begins, and as he goes on."""
_FADES = 12.0
"""By how many dB he may be softer than his loudest moment."""
_SILENT = 30  # steps that end it
_SHORTEST, _LONGEST = 10, 300  # steps

CUTS = ((0.05, 0.05), (0.15, 0.1), (0.1, 0.2))
"""Seconds that are heard before what stands out, and behind it."""

_KEPT = _LONGEST + _SILENT + 40


@dataclass(frozen=True, slots=True)
class StoodOut:
    """Somebody who stood out from the sample `begin` to before `end`, and what is heard of him, cut in several ways."""

    begin: int
    end: int
    cuts: tuple[Pcm, ...]


class StandingOut:
    """Finds in the sound of one microphone who stands out."""

    def __init__(self) -> None:
        self._levels: deque[float] = deque()
        self._ranked: list[float] = []  # the same from the softest to the loudest
        self._sound: deque[Pcm] = deque(maxlen=_KEPT)
        self._rest: Pcm = np.zeros(0, np.int16)
        self._at = 0
        self.gap(0)

    def gap(self, at: int) -> None:
        """Sound was lost: the next sample fed is number `at`."""
        self._rest, self._at = self._rest[:0], at
        self._sound.clear()
        self._begin: int | None = None
        self._end = self._loud = 0
        self._loudest = self._others = QUIETEST

    def feed(self, pcm: Pcm) -> Iterator[StoodOut]:
        sound = np.concatenate([self._rest, pcm])
        whole = len(sound) // STEP * STEP
        self._rest = sound[whole:]
        for start in range(0, whole, STEP):
            yield from self._take(sound[start : start + STEP])

    def _take(self, step: Pcm) -> Iterator[StoodOut]:
        before = self._sound[-1] if self._sound else step
        level = decibels((power(before) + power(step)) / 2)
        self._sound.append(step)
        self._at += STEP
        if self._begin is None:
            self._wait(level)
        else:
            yield from self._follow(level)
        self._remember(level)

    def _remember(self, level: float) -> None:
        if len(self._levels) == _REMEMBERED:
            del self._ranked[bisect_left(self._ranked, self._levels.popleft())]
        self._levels.append(level)
        insort(self._ranked, level)

    def _level_of_late(self) -> float:
        """Return the level that `_SHARE` of those of late are under."""
        place = _SHARE * (len(self._ranked) - 1)
        below, above = self._ranked[int(place)], self._ranked[int(place) + 1]
        return below + (place - int(place)) * (above - below)

    def _wait(self, level: float) -> None:
        if len(self._levels) < _LEAST:
            return
        others = self._level_of_late()
        loud = level > max(others + _BEGINS, self._ranked[-1] - _FADES)
        self._loud = self._loud + 1 if loud else 0
        if self._loud == 2:
            self._begin, self._end = self._at - 3 * STEP, self._at
            self._others, self._loudest = others, level

    def _follow(self, level: float) -> Iterator[StoodOut]:
        assert self._begin is not None
        self._loudest = max(self._loudest, level)
        if level > max(self._others + _GOES_ON, self._loudest - _FADES):
            self._end = self._at
        if self._at - self._end < _SILENT * STEP:
            return
        begin, end = self._begin, self._end
        self._begin, self._loud = None, 0
        if _SHORTEST * STEP <= end - begin <= _LONGEST * STEP:
            yield StoodOut(begin, end, tuple(self._cut(begin, end, *edges) for edges in CUTS))

    def _cut(self, begin: int, end: int, before: float, behind: float) -> Pcm:
        kept = np.concatenate([*self._sound])
        first = self._at - len(kept)
        start = max(0, begin - round(before * HEARING_RATE) - first)
        cut: Pcm = kept[start : end + round(behind * HEARING_RATE) - first]
        return cut


def together(heard: Sequence[Sequence[tuple[str, float]]]) -> list[tuple[str, float]]:
    """Return what several cuts may be as a whole, the likeliest first: each has the same weight.

    Of each text it is told by how much it is less likely than the likeliest of its cut, and in the end of all, as a
    natural logarithm.
    """
    likely: dict[str, float] = {}
    for texts in heard:
        whole = sum(exp(-behind) for _, behind in texts)
        for text, behind in texts:
            likely[text] = likely.get(text, 0.0) + exp(-behind) / whole
    most = max(likely.values())
    return sorted(((text, log(most / share)) for text, share in likely.items() if share), key=lambda one: one[1])
