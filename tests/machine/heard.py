"""What is heard in the WAV of an emulated card, which may still grow."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from scipy.signal import correlate, resample_poly

from narrator.base.resources import FIRST, pack_path
from narrator.packs.pack import load_pack
from narrator.packs.wording import Wording
from narrator.sound.dsp.samples import RATE as SPOKEN_RATE
from narrator.sound.dsp.samples import Samples, from_pcm
from narrator.voice.cache import Cache
from narrator.voice.profile import load_voice
from narrator.voice.recital import Recital

HEADER = 44
"""Bytes before the samples of a WAV."""

RATE = 48000
FRAME = RATE // 100
LOUD = 1e-3
"""RMS of ten milliseconds above which something is heard."""

PIECE = SPOKEN_RATE // 3
AUDIBLE = 0.05
"""The least height of a piece that is listened for: the others are pauses."""

ALIKE = 0.7
"""The least correlation of a piece that was heard with the one that was recorded, of 1."""
DRIFT = 0.2
"""Seconds by which a card may be fast or slow within a line: an emulated one is, by a thousandth, and it has dropped
blocks of 43 milliseconds while its machine computed much."""
MOST = 0.8
"""The part of the pieces of a line that must be heard, each in its place."""


def loud_seconds(wav: Path) -> float:
    """Return for how long anything is heard in a file."""
    return float(_loud(wav).sum()) / 100


def first_sound(wav: Path) -> float:
    """Return the second of a file at which anything is first heard."""
    return float(_loud(wav).argmax()) / 100


def silent_seconds(wav: Path) -> float:
    """Return for how long nothing has been heard at the end of a file; 0 where nothing ever was."""
    return float(_loud(wav)[::-1].argmax()) / 100


def second_of(line: str, wav: Path) -> float | None:
    """Return the second of a file at which the French recording of a line of all games begins; None where it is not."""
    spoken, heard = recording(line), resample_poly(_samples(wav).mean(axis=1), SPOKEN_RATE, RATE)
    if len(heard) < len(spoken):
        return None
    pieces = ((at, spoken[at : at + PIECE]) for at in range(0, len(spoken) - PIECE + 1, PIECE))
    begins = [_place(piece, heard) - at / SPOKEN_RATE for at, piece in pieces if np.abs(piece).max() > AUDIBLE]
    begin = float(np.median(begins))
    in_place = sum(abs(one - begin) < DRIFT for one in begins)
    return begin if in_place >= MOST * len(begins) else None


@cache
def recording(line: str) -> Samples:
    """Return how the recorded French voice says a line of all games, without the silence around it."""
    words = load_pack(pack_path(FIRST), ["fr"]).words["fr"]
    with TemporaryDirectory() as folder, Recital(load_voice("fr"), Cache(Path(folder)), print, seed=0) as recital:
        spoken = recital(Wording(words).utterance(line), by_night=False)
    loud = np.flatnonzero(np.abs(spoken) > LOUD)
    return spoken[loud[0] : loud[-1] + 1]


def _place(piece: Samples, heard: Samples) -> float:
    """Return the second at which a piece is heard best; minus infinity where it is not."""
    power = np.cumsum(np.concatenate([[0.0], heard.astype(np.float64) ** 2]))
    level = np.sqrt(np.maximum(power[len(piece) :] - power[: -len(piece)], 1e-6))
    alike = correlate(heard, piece, mode="valid", method="fft") / (level * np.linalg.norm(piece))
    at = int(alike.argmax())
    return at / SPOKEN_RATE if alike[at] > ALIKE else -np.inf


def _loud(wav: Path) -> NDArray[np.bool_]:
    """Return which hundredths of a second are heard."""
    samples = _samples(wav)
    whole = samples[: len(samples) // FRAME * FRAME].reshape(-1, 2 * FRAME)
    heard: NDArray[np.bool_] = np.sqrt((whole**2).mean(axis=1)) > LOUD
    return heard


def _samples(wav: Path) -> Samples:
    """Return the frames of both channels."""
    raw = wav.read_bytes()[HEADER:] if wav.exists() else b""
    return from_pcm(raw[: len(raw) // 4 * 4]).reshape(-1, 2)
