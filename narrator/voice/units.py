"""The pieces of which a recorded voice is composed: when each phone of its recordings is heard, and how it sounds.

One file a voice, beside its recordings. `make units` makes it. Each recording is named with the beginning of its
digest: what was recorded anew since then is not used. How speech sounds is told 200 times a second: by mel-frequency
cepstra, and how loud it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from narrator.sound.dsp.samples import RATE, Samples
from narrator.voice.phonemes import PAUSE, VOWELS
from narrator.voice.recordings import RecordingsError, Spoken

HOP = 0.005
"""Seconds from one frame to the next; the first one is centred on the first sample."""

COEFFICIENTS = 14
"""How many there are of each frame; the first tells how loud it is."""

_WINDOW, _TRANSFORM, _BANDS, _LOWEST, _HIGHEST = 441, 512, 32, 60.0, 10_500.0


def cepstra(samples: Samples) -> tuple[Samples, Samples]:
    """Return the cepstra of each frame, and its level in dB under full scale."""
    count = int(samples.size / RATE / HOP) + 1
    padded = np.pad(samples, (_WINDOW // 2, _WINDOW))
    centres = np.round(np.arange(count) * HOP * RATE).astype(int)
    windows = padded[centres[:, None] + np.arange(_WINDOW)] * np.hanning(_WINDOW).astype(np.float32)
    power = np.abs(np.fft.rfft(windows, _TRANSFORM)) ** 2
    bands, cosines = _filters()
    found = np.log(power @ bands + 1e-7) @ cosines
    level = 10 * np.log10((windows**2).mean(axis=1) + 1e-9)
    return found.astype(np.float32), level.astype(np.float32)


@cache
def _filters() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return triangles that are evenly spaced in mel, and the cosine transform of their logarithms."""
    lowest, highest = 2595 * np.log10(1 + np.array([_LOWEST, _HIGHEST]) / 700)
    mel = np.linspace(lowest, highest, _BANDS + 2)
    points = 700 * (10 ** (mel / 2595) - 1)
    frequencies = np.fft.rfftfreq(_TRANSFORM, 1 / RATE)[:, None]
    below, peak, above = points[:-2], points[1:-1], points[2:]
    bands = np.clip(np.minimum((frequencies - below) / (peak - below), (above - frequencies) / (above - peak)), 0, None)
    order, band = np.arange(COEFFICIENTS), np.arange(_BANDS)[:, None]
    cosines = np.cos(np.pi * order * (2 * band + 1) / (2 * _BANDS)) * np.sqrt(2 / _BANDS)
    cosines[:, 0] /= np.sqrt(2)
    return bands, cosines


SUFFIX = ".units"
"""How the files end; they stand beside the recordings."""

DIGEST = 4
"""Bytes of a recording's digest that are kept."""

STRESSED, ENDS_WORD = 1, 2
"""Flags of a phone."""

CEPSTRUM, LEVEL, PITCH = slice(0, 12), 12, 13
"""What is known of the sound at an edge: cepstra 1 to 12, each in its own deviations; dB; semitones over 170 Hz."""

SCALES = np.array([25.0] * 12 + [1.3, 4.0], dtype=np.float32)
"""What these are multiplied by, so that each is kept in a byte."""

VOICELESS = -128
"""The byte of an edge that has no pitch."""


@dataclass(frozen=True)
class Units:
    """All phones of all recordings, one after another; each recording ends with a pause, which begins where it ends.

    By phone: `label` (a number among `labels`), `flags`, and in frames where it begins and where it is cut in halves;
    `edges` are how it sounds at these two places. `marks` are the samples of a recording's pulses, each as the distance
    from the one before; `counts` and `pulses` say how many phones and marks each recording has.
    """

    spoken: Sequence[Spoken]
    digests: NDArray[np.uint8]
    labels: Sequence[str]
    label: NDArray[np.uint8]
    flags: NDArray[np.uint8]
    begin: NDArray[np.uint16]
    middle: NDArray[np.uint16]
    edges: NDArray[np.int8]
    deviations: NDArray[np.float32]
    counts: NDArray[np.uint16]
    pulses: NDArray[np.uint16]
    marks: NDArray[np.uint16]

    @cached_property
    def recording(self) -> NDArray[np.int64]:
        """The number of the recording that each phone is in."""
        return np.repeat(np.arange(len(self.counts)), self.counts)

    @cached_property
    def first_marks(self) -> NDArray[np.int64]:
        """Where the marks of each recording begin, and the last ones end."""
        return np.concatenate([[0], np.cumsum(self.pulses, dtype=np.int64)])

    @cached_property
    def sound(self) -> NDArray[np.float32]:
        """How each phone sounds where it begins and in its middle, as numbers of `CEPSTRUM`, `LEVEL` and `PITCH`."""
        found = self.edges.astype(np.float32) / SCALES
        found[..., PITCH][self.edges[..., PITCH] == VOICELESS] = np.nan
        return found

    def pulses_of(self, recording: int) -> NDArray[np.int64]:
        """Return the samples at which the pulses of a recording are heard."""
        first, last = self.first_marks[recording : recording + 2]
        return np.cumsum(self.marks[first:last], dtype=np.int64)

    @cached_property
    def sounds(self) -> dict[tuple[str, ...], str]:
        """The words of each recording by their phones: the first ones, where several sound alike."""
        ends = np.cumsum(self.counts)
        found: dict[tuple[str, ...], str] = {}
        for number, (begin, end) in enumerate(pairwise((0, *ends.tolist()))):
            key = tuple(self.labels[label] for label in self.label[begin : end - 1])
            found.setdefault(key, self.spoken[number].text)
        return found

    @cached_property
    def syllable(self) -> NDArray[np.int64]:
        """How many vowels there are behind that of each phone's syllable, up to 2, before a word ends."""
        return syllables([self.labels[label] for label in self.label], (self.flags & ENDS_WORD) > 0)

    def write(self, file: Path) -> None:
        """Write them, whole.

        Raises:
            OSError: they cannot be written.
        """
        rows = np.array([[spoken.pace, spoken.closing] for spoken in self.spoken], dtype=np.float32)
        arrays = {name: getattr(self, name) for name in _ARRAYS}
        texts = {"texts": _joined([spoken.text for spoken in self.spoken]), "signs": _joined(self.labels)}
        with file.open("wb") as to:
            np.savez_compressed(to, allow_pickle=False, **arrays, **texts, rows=rows)


_ARRAYS = (
    "digests", "label", "flags", "begin", "middle", "edges", "deviations", "counts", "pulses", "marks",
)  # fmt: skip


def _joined(texts: Sequence[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\0".join(texts).encode(), dtype=np.uint8)


def _parted(joined: NDArray[np.uint8]) -> list[str]:
    return joined.tobytes().decode().split("\0")


def read_units(file: Path) -> Units:
    """Read what `Units.write` wrote.

    Raises:
        RecordingsError: the file is damaged.
    """
    try:
        with np.load(BytesIO(file.read_bytes())) as kept:
            spoken = [
                Spoken(text, round(float(pace), 3), closing=bool(closing))
                for text, (pace, closing) in zip(_parted(kept["texts"]), kept["rows"], strict=True)
            ]
            return Units(spoken, labels=_parted(kept["signs"]), **{name: kept[name] for name in _ARRAYS})
    except (OSError, ValueError, KeyError, BadZipFile) as error:
        raise RecordingsError(f"{file}: {error}") from error


def syllables(labels: Sequence[str], ends_word: Sequence[bool] | NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return for each phone how many vowels its word has behind that of its own syllable, up to 2."""
    found = np.zeros(len(labels), dtype=np.int64)
    behind, vowel_seen = 0, False
    for at in range(len(labels) - 1, -1, -1):
        if labels[at] == PAUSE or ends_word[at]:
            behind, vowel_seen = 0, False
        if labels[at] in VOWELS:
            behind, vowel_seen = behind + vowel_seen, True
        found[at] = min(behind, 2)
    return found
