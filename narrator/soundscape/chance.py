"""Chance for ambience: what stays the same all evening, and what is new with every scene."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b

import numpy as np


def generator(*names: str | int) -> np.random.Generator:
    """Return random numbers that depend on these names alone: the same in every process."""
    # Each name is preceded by its length, so that ("a", "bc") and ("ab", "c") are two.
    text = "".join(f"{len(str(name))}:{name}" for name in names)
    return np.random.Generator(np.random.PCG64(int.from_bytes(blake2b(text.encode(), digest_size=16).digest())))


@dataclass(frozen=True)
class Chance:
    """The chance of one scene of one evening.

    The public seed, the name of the scene and the number of the scene are all that it knows: what is heard can hang
    on nothing else.
    """

    seed: int
    scene: str
    take: int

    def place(self, name: str) -> np.random.Generator:
        """Return what makes a source itself, in every scene of an evening: the crickets, the voice of the wolf."""
        return generator("place", self.seed, name)

    def moment(self, name: str) -> np.random.Generator:
        """Return what happens in this scene and in no other: when they sing, how the wind goes."""
        return generator("moment", self.seed, self.scene, self.take, name)
