"""The shape of the network, and its weights as they are kept: ready to be written for Kaldi, without PyTorch.

Each layer sees its input at a few times, before, now and after; then an affine map and a ReLU. Batch normalisation and
the normalisation of the input are folded into the affine maps. More is seen of the past (0.74 s, to tell the level of
the speaker from that of the room) than of the future (0.23 s, which is latency).
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.build.mfcc import CEPSTRA
from models.build.phones import LEARNT_OUTPUTS

HIDDEN: Final = 320
"""Outputs of each hidden layer."""

STEP: Final = 3
"""Frames between two outputs: 30 ms."""

TIMES: Final = ((-1, 0, 1), (-1, 0, 1), (-3, 0, 3), (-3, 0, 3), (-6, 0, 3), (-12, 0, 6), (-48, -24, 0, 6))
"""What each layer sees of its input, in frames. The first runs on every frame, all others on every third."""

LEFT: Final = -sum(times[0] for times in TIMES)
RIGHT: Final = sum(times[-1] for times in TIMES)

Matrix = NDArray[np.float64]


def inputs(hidden: int) -> tuple[int, ...]:
    """Return the size of each layer's input, at one time, in a network of hidden layers of one size."""
    return (CEPSTRA, *[hidden] * (len(TIMES) - 1))


@dataclass(frozen=True, slots=True)
class Affine:
    """A map x -> `matrix` x + `bias`; a hidden layer's x is all that it sees, the earliest first."""

    matrix: Matrix
    bias: Matrix

    def after(self, scale: Matrix, shift: Matrix) -> "Affine":
        """The same map of what is first scaled and shifted, entry by entry, at each of its times."""
        times = self.matrix.shape[1] // len(scale)
        scale, shift = np.tile(scale, times), np.tile(shift, times)
        return Affine(self.matrix * scale, self.bias + self.matrix @ shift)


@dataclass(frozen=True, slots=True)
class Weights:
    """A trained network: hidden layers, the last affine map, and how often each output was right in training."""

    hidden: tuple[Affine, ...]
    last: Affine
    priors: Matrix

    def __post_init__(self) -> None:
        size = len(self.hidden[0].bias)
        shapes = [(size, len(times) * seen) for times, seen in zip(TIMES, inputs(size), strict=True)]
        if [layer.matrix.shape for layer in self.hidden] != shapes or len(self.priors) != LEARNT_OUTPUTS:
            raise ValueError("these weights are of a network of another shape")

    def widened(self, size: int, rng: np.random.Generator) -> "Weights":
        """Return a network of larger hidden layers that answers the same, to be trained further.

        What is new in a layer is a copy of something in it; both share, unevenly, what the next layer made of the one.
        After: Chen, Goodfellow, Shlens, "Net2Net" (2016).
        """
        old = len(self.hidden[0].bias)
        layers, copied, share = list[Affine](), np.arange(CEPSTRA), np.ones(CEPSTRA)
        for layer, seen in zip((*self.hidden, self.last), (*inputs(old), old), strict=True):
            times = layer.matrix.shape[1] // seen
            columns = np.concatenate([copied + time * seen for time in range(times)])
            matrix, bias = layer.matrix[:, columns] * np.tile(share, times), layer.bias
            if layer is not self.last:
                copied = np.concatenate([np.arange(old), rng.choice(old, size - old)])
                parts = rng.uniform(0.5, 1.5, size)
                share = parts / np.bincount(copied, parts, old)[copied]
                matrix, bias = matrix[copied], bias[copied]
            layers.append(Affine(matrix, bias))
        return Weights(tuple(layers[:-1]), layers[-1], self.priors)

    def save(self, path: Path) -> None:
        """Keep them: matrices in half precision, everything else in single."""
        arrays: dict[str, NDArray[np.generic]] = {"priors": self.priors.astype(np.float32)}
        for index, layer in enumerate((*self.hidden, self.last)):
            arrays[f"matrix_{index}"] = layer.matrix.astype(np.float16)
            arrays[f"bias_{index}"] = layer.bias.astype(np.float32)
        np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def load(path: Path) -> Weights:
    """Read weights that `Weights.save` kept. Every number is exact, so that an export is the same everywhere."""
    with np.load(path) as kept:
        layers = [
            Affine(kept[f"matrix_{index}"].astype(np.float64), kept[f"bias_{index}"].astype(np.float64))
            for index in range(len(TIMES) + 1)
        ]
        return Weights(tuple(layers[:-1]), layers[-1], kept["priors"].astype(np.float64))
