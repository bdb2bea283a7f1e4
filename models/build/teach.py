"""Write what several networks say together, for another one to learn it: distillation.

    python -m models.build.teach CORPUS TEACHER.npz OWN.npz

Two networks that miss different sayings miss fewer together, at twice the cost. So one learns what both say (Hinton,
Vinyals, Dean, "Distilling the knowledge in a neural network", 2015). It is their mean in logarithms, each freed of its
priors, and is written beside each file of a corpus, as `train --goal together` reads it.
"""

import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from models.build.alignment import answered, surrounded
from models.build.network import PIECE, SHAPES, STEP, TEACHER, Floats, Weights, context, load, through
from models.build.progress import say

TOLD = ".told.npy"
"""How the file ends that is beside one of a corpus."""


def scores(weights: Weights, features: NDArray[np.generic]) -> Floats:
    """[steps, outputs]: how much likelier each sound is than it is anyhow, of features, which go on at both ends."""
    heard, around = surrounded(features, weights), sum(context(weights.shapes))
    pieces = [
        answered(weights, through(weights.hidden, heard[start : start + PIECE + around], weights.shapes)[::STEP])
        for start in range(0, len(features), PIECE)
    ]
    return np.concatenate(pieces) - np.log(weights.priors)


def together(teachers: Sequence[Weights], features: NDArray[np.generic]) -> NDArray[np.float16]:
    """[steps, outputs]: what they say together, with the priors of the last one, as logits."""
    mean = sum(scores(weights, features) for weights in teachers) / len(teachers)
    return np.asarray(mean + np.log(teachers[-1].priors), np.float16)


def _write(job: tuple[Path, Path, Path]) -> str:
    path, teacher, own = job
    with np.load(path) as kept:
        told = together((load(teacher, TEACHER), load(own, SHAPES)), kept["features"])
    unfinished = path.with_suffix(".new.npy")
    np.save(unfinished, told)
    unfinished.replace(path.with_suffix(TOLD))
    return path.name


def written(corpus: Path, teacher: Path, own: Path) -> Iterator[str]:
    """Write what is missing or older than a network, with as many processes as processors; yield what is done."""
    newest = max(teacher.stat().st_mtime, own.stat().st_mtime)

    def there(told: Path) -> bool:
        return told.exists() and told.stat().st_mtime >= newest

    due = [path for path in sorted(corpus.glob("*.npz")) if not there(path.with_suffix(TOLD))]
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        for done, name in enumerate(pool.imap_unordered(_write, ((path, teacher, own) for path in due)), 1):
            yield f"{done} of {len(due)}: {name}"


if __name__ == "__main__":
    for line in written(*map(Path, sys.argv[1:4])):
        say(line)
