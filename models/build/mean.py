"""Write weights between those with which a network began to learn something, and those with which it ended.

    python -m models.build.mean BEGIN.npz END.npz WEIGHTS.npz

They understand voices of the corpus as well as the end does, and others better (Wortsman et al., "Robust fine-tuning of
zero-shot models", 2022). Two networks that began differently have nothing between them.
"""

import sys
from pathlib import Path
from typing import Final

from models.build.network import Affine, Floats, Weights, load

SHARE: Final = 0.6
"""How near the end they lie."""


def between(begin: Weights, end: Weights, share: float = SHARE) -> Weights:
    """The weights that are so far on the way from one to the other: 0 is the one, 1 the other."""

    def mean(one: Floats, other: Floats) -> Floats:
        return (1 - share) * one + share * other

    *hidden, last = (
        Affine(mean(one.matrix, other.matrix), mean(one.bias, other.bias))
        for one, other in zip((*begin.hidden, begin.last), (*end.hidden, end.last), strict=True)
    )
    return Weights(tuple(hidden), last, mean(begin.priors, end.priors), begin.shapes)


if __name__ == "__main__":
    first, second, written = map(Path, sys.argv[1:4])
    between(load(first), load(second)).save(written)
