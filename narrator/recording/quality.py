"""Measures a recording, and says whether it is good enough."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from narrator.dsp.samples import Samples
from narrator.speech.recordings import Spoken

STRONG_PACE = 0.9
"""By how much words that are leant on are slower."""

SLOWEST, FASTEST = 0.2, 0.035
"""Seconds a phoneme beyond which a recording drags, or has lost sounds."""

STRAINED = 1.25
"""The sample above which what was spoken is strained, though nobody has clipped it."""

FAINT = 0.02
"""RMS below which nothing was said."""

GAP = 0.65
"""Seconds of silence within words without a mark that nobody would leave."""

JUMP, ALONE = 0.3, 3.0
"""A click is a step between two samples of at least so much, and so many times any other near it: an s has many."""

ABRUPT = 0.25
"""Level at an end, beside the loud parts, at which a sound was cut in two: whole ones rise from 0.05 and less."""


@dataclass(frozen=True)
class Quality:
    """One recording, measured: seconds, seconds a phoneme, peak, RMS, longest inner silence, largest lonely step.

    `edge` is the level at the louder of its two ends, in relation to its loud parts.
    """

    seconds: float
    per_phoneme: float
    peak: float
    rms: float
    gap: float
    step: float
    edge: float

    @property
    def faults(self) -> tuple[str, ...]:
        """Return what is wrong with it, a word each."""
        found = {
            "slow": self.per_phoneme > SLOWEST,
            "short": self.per_phoneme < FASTEST,
            "strained": self.peak > STRAINED,
            "faint": self.rms < FAINT,
            "silence": self.gap > GAP,
            "click": self.step > JUMP,
            "cut": self.edge > ABRUPT,
        }
        return tuple(word for word, wrong in found.items() if wrong)


def measured(samples: Samples, rate: int, phonemes: int, spoken: Spoken) -> Quality:
    """Measure a recording that has so many phonemes, marks left out."""
    level = np.abs(samples)
    seconds = samples.size / rate
    pace = spoken.pace * (STRONG_PACE if spoken.strong else 1.0)
    marks = any(mark in spoken.text for mark in ".,;:!?…—")
    return Quality(
        seconds=seconds,
        per_phoneme=seconds * pace / max(1, phonemes),
        peak=float(level.max(initial=0)),
        rms=float(np.sqrt((samples**2).mean())) if samples.size else 0.0,
        gap=0.0 if marks else _longest_silence(level, rate),
        step=_lonely_step(np.abs(np.diff(samples)), rate),
        edge=_edge(samples, rate),
    )


def _edge(samples: Samples, rate: int) -> float:
    """Return the RMS of the first or the last 5 ms, whichever is louder, beside what the loudest tenth reaches."""
    window = rate // 200
    if samples.size < 2 * window:
        return 0.0
    levels = np.sqrt((samples[: samples.size // window * window].reshape(-1, window) ** 2).mean(axis=1))
    last = np.sqrt((samples[-window:] ** 2).mean())
    return float(max(levels[0], last) / (np.quantile(levels, 0.9) + 1e-9))


def _lonely_step(steps: Samples, rate: int) -> float:
    """Return the largest step between two samples where no other near it comes close to it; else 0."""
    if not steps.size:
        return 0.0
    at, near = int(np.argmax(steps)), rate // 100
    around = np.concatenate([steps[max(0, at - near) : max(0, at - 3)], steps[at + 4 : at + near]])
    return float(steps[at]) if steps[at] > ALONE * float(around.max(initial=0)) else 0.0


def _longest_silence(level: Samples, rate: int) -> float:
    loud = np.flatnonzero(level > 0.01 * max(1e-9, float(level.max(initial=0))))
    return float(np.diff(loud).max(initial=0)) / rate
