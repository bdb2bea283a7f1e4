"""The shape of the network, and its weights as they are kept: ready to be written for Kaldi, without PyTorch.

Each layer sees its input at a few times, before, now and after; then an affine map, and most often a ReLU. The first
layers are factored: a map to few numbers, a map back to many, and what entered is passed beside both (Povey et al.,
"Semi-orthogonal low-rank matrix factorization for deep neural networks", 2018). They are of a network that others
made (see `transfer`). Normalisation is folded into the affine maps. More is seen of the past (to tell the level
of the speaker from that of the room) than of the future, which is latency.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from models.build.mfcc import CEPSTRA
from models.build.phones import LEARNT_OUTPUTS

STEP: Final = 3
"""Frames between two outputs: 30 ms."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A layer: the frames of its input, how many numbers it makes of them, and how."""

    times: tuple[int, ...]
    size: int
    rectified: bool = True
    bypass: float = 0.0
    """The share of the input of the layer before this one that is added to the output of this one."""


def _factored(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[Shape, Shape]:
    return Shape(before, 64, rectified=False), Shape(after, 768, bypass=0.66)


TAKEN: Final = (
    Shape((-1, 0, 1), 768),
    *3 * _factored((-1, 0), (0, 1)),
    *_factored((0,), (0,)),
    *5 * _factored((-3, 0), (0, 3)),
)
"""The layers that are taken from another network."""

EVERY_FRAME: Final = 7
"""How many of them run on every frame, the rest on every third."""

FIXED: Final = EVERY_FRAME + 2
"""How many of them stay as they are until the last training; the others learn on."""

SHAPES: Final = (*TAKEN, Shape((0,), 128, rectified=False), Shape((-6, -3, 0, 3), 256), Shape((-36, -18, 0), 256))

TEACHER: Final = (
    *(Shape(times, 320) for times in ((-1, 0, 1), (-1, 0, 1), (-3, 0, 3), (-3, 0, 3), (-6, 0, 3), (-12, 0, 6))),
    Shape((-48, -24, 0, 6), 320),
)
"""The layers of `teacher.npz`, a network that this one also learns from (see `teach`)."""


def context(shapes: Sequence[Shape]) -> tuple[int, int]:
    """The input context of layers: frames before the one that is meant, and after it."""
    return -sum(shape.times[0] for shape in shapes), sum(shape.times[-1] for shape in shapes)


def inputs(shapes: Sequence[Shape]) -> tuple[int, ...]:
    """How many numbers the input of each layer has, at all its times."""
    sizes = (CEPSTRA, *(shape.size for shape in shapes))
    return tuple(len(shape.times) * size for shape, size in zip(shapes, sizes, strict=False))


PIECE: Final = 1800
"""Frames that are heard at a time: what comes of a whole file would not fit into memory."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Affine:
    """A map x -> `matrix` x + `bias`; a hidden layer's x is all that it sees, the earliest first."""

    matrix: Floats
    bias: Floats

    def after(self, scale: Floats, shift: Floats) -> "Affine":
        """The same map of what is first scaled and shifted, entry by entry, at each of its times."""
        times = self.matrix.shape[1] // len(scale)
        scale, shift = np.tile(scale, times), np.tile(shift, times)
        return Affine(self.matrix * scale, self.bias + self.matrix @ shift)


@dataclass(frozen=True, slots=True)
class Weights:
    """A trained network: hidden layers, the last affine map, and how often each output was right in training."""

    hidden: tuple[Affine, ...]
    last: Affine
    priors: Floats
    shapes: tuple[Shape, ...] = SHAPES

    def __post_init__(self) -> None:
        shapes = [(shape.size, seen) for shape, seen in zip(self.shapes, inputs(self.shapes), strict=True)]
        shapes.append((len(self.priors), self.shapes[-1].size))
        layers = (*self.hidden, self.last)
        if [layer.matrix.shape for layer in layers] != shapes or len(self.priors) != LEARNT_OUTPUTS:
            raise ValueError("these weights are of a network of another shape")

    def save(self, path: Path) -> None:
        """Keep them: matrices in half precision, everything else in single."""
        arrays: dict[str, NDArray[np.generic]] = {"priors": self.priors.astype(np.float32)}
        for index, layer in enumerate((*self.hidden, self.last)):
            arrays[f"matrix_{index}"] = layer.matrix.astype(np.float16)
            arrays[f"bias_{index}"] = layer.bias.astype(np.float32)
        np.savez_compressed(path, **arrays)  # type: ignore[arg-type]


def through(layers: Sequence[Affine], x: Floats, shapes: Sequence[Shape] = SHAPES) -> Floats:
    """What the first layers, as many as are given, make of frames: [frames, numbers], fewer frames by their context."""
    entered, earlier = x, 0
    for shape, layer in zip(shapes, layers, strict=False):
        before = -shape.times[0]
        count = len(x) - before - shape.times[-1]
        seen = np.concatenate([x[before + time :][:count] for time in shape.times], axis=1)
        said = seen @ layer.matrix.T + layer.bias
        if shape.rectified:
            said = np.maximum(0, said)
        if shape.bypass:
            said += shape.bypass * entered[earlier + before :][:count]
        entered, earlier, x = x, before, said
    return x


def load(path: Path, shapes: tuple[Shape, ...] = SHAPES) -> Weights:
    """Read weights that `Weights.save` kept. Every number is exact, so that an export is the same everywhere."""
    with np.load(path) as kept:
        layers = [
            Affine(kept[f"matrix_{index}"].astype(np.float64), kept[f"bias_{index}"].astype(np.float64))
            for index in range(len(shapes) + 1)
        ]
        return Weights(tuple(layers[:-1]), layers[-1], kept["priors"].astype(np.float64), shapes)
