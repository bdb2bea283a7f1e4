"""What a microphone and a line make of sound: colour, too little or too much level, a telephone."""

import io
from collections.abc import Callable

import numpy as np
import soundfile

from models.build.sound import RATE, Samples, resampled, shaped, within

_KNOTS = np.array([0, 150, 400, 900, 1800, 3200, 5000, RATE / 2])
"""Hz between which a microphone's response goes straight."""

_TELEPHONE = 8000
_SMOOTHING = 0.05
"""Seconds over which an automatic gain listens."""


def coloured_by(samples: Samples, rng: np.random.Generator) -> Samples:
    """Through a microphone of its own: a slope, and some dB up or down from band to band."""
    slope = np.linspace(0, rng.normal(0, 6), len(_KNOTS))
    decibels = slope + rng.normal(0, rng.uniform(1, 5), len(_KNOTS))
    return shaped(samples, lambda hertz: np.asarray(10 ** (np.interp(hertz, _KNOTS, decibels) / 20)))


def coded(narrow: Samples, codec: str) -> Samples:
    """What a line makes of 8,000 samples a second, of -1 to 1: by GSM 06.10 (`GSM610`) or in 8 bits (`ULAW`)."""
    line = io.BytesIO()
    soundfile.write(line, narrow, _TELEPHONE, format="WAV", subtype=codec)
    line.seek(0)
    heard = soundfile.read(line, dtype="float32")[0][: len(narrow)]
    return np.pad(heard, (0, len(narrow) - len(heard)))


def telephoned(samples: Samples, rng: np.random.Generator) -> Samples:
    """At 8,000 samples a second and back, by GSM 06.10, in 8 bits (mu-law), or as it is."""
    narrow = resampled(samples, 1, 2)
    kind = rng.choice(["GSM610", "ULAW", ""])
    if kind:
        scale = float(np.abs(narrow).max()) + 1e-9
        narrow = (coded(narrow / scale * rng.uniform(0.1, 0.9), kind) * scale).astype(np.float32)
    wide = resampled(narrow, 2, 1)[: len(samples)]
    wide = np.pad(wide, (0, len(samples) - len(wide)))
    return within(wide, rng.uniform(150, 320), 7000) if rng.random() < 0.5 else wide


def clipped(samples: Samples, rng: np.random.Generator) -> Samples:
    """Louder than the microphone can take."""
    limit = float(np.abs(samples).max()) * rng.uniform(0.25, 0.8)
    return samples.clip(-limit, limit)


def levelled(samples: Samples, rng: np.random.Generator) -> Samples:
    """With an automatic gain, that lifts what is soft: noise between the words comes up."""
    count = round(_SMOOTHING * RATE)
    power = np.convolve(np.square(samples), np.full(count, 1 / count), "same")
    level = np.sqrt(power) + 0.02 * float(np.sqrt(power.max())) + 1e-9
    return np.asarray(samples * (level / level.max()) ** -rng.uniform(0.2, 0.6), np.float32)


_KINDS: tuple[tuple[float, Callable[[Samples, np.random.Generator], Samples]], ...] = (
    (0.65, coloured_by),
    (0.08, levelled),
    (0.05, clipped),
    (0.28, telephoned),
)


def recorded(samples: Samples, rng: np.random.Generator) -> Samples:
    """The sound as some microphone or other hands it on."""
    for share, change in _KINDS:
        if rng.random() < share:
            samples = change(samples, rng)
    return samples
