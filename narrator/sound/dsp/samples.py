"""Sound as this program makes it: one channel of float32 samples from -1 to 1, at one rate everywhere.

numpy is loaded by what computes samples: who only passes PCM on, or counts frames, does without.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


RATE = 22050
"""Samples a second, everywhere: what espeak and the medium voices of Piper render."""

HEARING_RATE = 16_000
"""Samples a second of what a microphone hears: what recognisers take."""

OPUS_RATE = 24_000
"""Samples a second of Ogg Opus: of its own rates, the nearest."""

BYTES = 2
"""Bytes a sample on its way to a device: signed 16-bit, little-endian (PCM)."""

QUIET = 48 / 32768
"""What no sample of silence exceeds: some 57 dB under full scale."""

Samples: TypeAlias = "NDArray[np.float32]"

_FULL_SCALE = 32768
_STEP = 1 / _FULL_SCALE
_HUSHED, _BELOW_LOUDEST = 12 * _STEP, 10 ** (-52 / 20)
_BEFORE, _AFTER = 0.005, 0.015  # seconds of margin


def frames(seconds: float) -> int:
    """Return how many samples so many seconds take, to the nearest."""
    return round(seconds * RATE)


def silence(seconds: float) -> Samples:
    """Return silence of that length."""
    import numpy as np

    return np.zeros(frames(seconds), dtype=np.float32)


def to_pcm(samples: Samples) -> bytes:
    """Return samples as PCM, rounded to the nearest step; what is over full scale is clipped."""
    import numpy as np

    steps = np.rint(samples * np.float32(_FULL_SCALE))
    pcm: bytes = np.clip(steps, -_FULL_SCALE, _FULL_SCALE - 1).astype("<i2").tobytes()
    return pcm


def from_pcm(pcm: bytes) -> Samples:
    """Return PCM as samples; `to_pcm` gives the same bytes back.

    Raises:
        ValueError: half a sample is left over.
    """
    import numpy as np

    return np.frombuffer(pcm, dtype="<i2").astype(np.float32) / np.float32(_FULL_SCALE)


def trimmed(samples: Samples) -> Samples:
    """Cut the silence at both ends: pauses are written, not left to an engine. Nothing is left of mere silence.

    What an engine breathes before the first sound and after the last one is cut where it is 52 dB below the loudest
    sample, and below 69 dB under full scale; a margin is left beyond, in which soft consonants and the burst of a last
    t or p fade, and of that only what is not silence to the last bit.
    """
    import numpy as np

    level = np.abs(samples)
    floor = max(_HUSHED, float(level.max(initial=0)) * _BELOW_LOUDEST)
    heard = np.flatnonzero(level > floor)
    if not heard.size:
        return samples[:0]
    begin, end = max(0, heard[0] - frames(_BEFORE)), heard[-1] + 1 + frames(_AFTER)
    audible = np.flatnonzero(level[begin:end] > _STEP / 2)
    return samples[begin + audible[0] : begin + audible[-1] + 1]


def resampler(rate: int, wanted: int, kind: Literal["float32", "int16"]) -> Any:
    """Return soxr's stream that brings samples of a kind from one rate to another as they come."""
    import soxr

    # Of variable rate, because that kind holds back 11 to 14 ms whatever comes; the other up to 42, in bursts.
    return soxr.ResampleStream(rate, wanted, 1, dtype=kind, quality="HQ", vr=True)


VOLUME_STEP = 0.15
"""How much `plus fort` and `moins fort` change the volume, of 1."""


def stepped(volume: float, steps: int) -> float:
    """Return a volume made so many steps louder, or softer, between just audible and as it was rendered."""
    return min(1.0, max(VOLUME_STEP, volume + steps * VOLUME_STEP))


@dataclass(slots=True)
class Volume:
    """How loud everything is: as people chose, from 0 to 1, and `gain` decibels lower, but where gestures are covered.

    What covers must not become less because something else does.
    """

    chosen: float = 1.0
    gain: float = 0.0
    covering: bool = False

    @property
    def level(self) -> float:
        """Return the factor of every sample."""
        return self.chosen if self.covering else self.chosen * 10 ** (self.gain / 20)
