"""What a guest keeps besides games, and how it is known again: each thing by its number."""

from __future__ import annotations

from functools import cache
from hashlib import sha256

import numpy as np

from narrator.evening.app.settings import Settings
from narrator.sound.dsp.samples import Samples
from narrator.voice.recordings import Spoken

ROUNDS = 24
"""How often everything is kept, and the slower things, recordings and downloads, every so manieth time."""

OFTEN = 4

ABOUT = {"spoken by": "nobody"}
SPOKEN = tuple(Spoken(f"word {number}") for number in range(1 + ROUNDS // OFTEN))


def settings_of(number: int) -> Settings:
    """Return settings that name their number."""
    return Settings(output=f"card {number}", sounds=None, voice={"fr": "veilleur"})


@cache
def model_words(name: str) -> bytes:
    """Return what is in a download of this name: 40 KiB and a little, unlike any other's."""
    return b"".join(sha256(f"{name} {block}".encode()).digest() for block in range(1283))


def samples_of(number: int) -> Samples:
    """Return a recording as it was spoken: a tenth of a second, whose height is its number."""
    return np.full(2205, 0.01 * (1 + number) * np.sin(np.arange(2205) / 8), dtype=np.float32)


def phrase(number: int) -> bytes:
    """Return what a phrase is asked for by."""
    return f"phrase {number}".encode()


def sound_of(number: int) -> bytes:
    """Return the sound of a phrase."""
    return model_words(f"sound {number}")[: 20000 + 100 * number]
