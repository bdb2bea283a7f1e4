"""Layers of another model: a file as Kaldi writes them, and the same layers, run one component after the other."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from models.build import kaldi, transfer
from models.build.alignment import activations
from models.build.kaldi import integer, matrix, single, token, vector
from models.build.mfcc import CEPSTRA
from models.build.network import SHAPES, TAKEN, through

pytestmark = pytest.mark.thorough

IVECTOR = 100
EPSILON, TARGET = 1e-3, 1.0

Numbers = NDArray[np.float32]


class Other:
    """A model with the parts of the one that is taken, drawn by chance."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        seen = 3 * CEPSTRA + IVECTOR
        self.affine = {"lda": self._drawn(seen, seen), "tdnn1.affine": self._drawn(TAKEN[0].size, seen)}
        self.statistics = {"tdnn1.batchnorm": self._measured()}
        for number in range(1, len(TAKEN), 2):
            name, few, many = f"tdnnf{(number + 3) // 2}", TAKEN[number], TAKEN[number + 1]
            self.affine[f"{name}.linear"] = self._drawn(few.size, many.size * len(few.times), bias=False)
            self.affine[f"{name}.affine"] = self._drawn(many.size, few.size * len(many.times))
            self.statistics[f"{name}.batchnorm"] = self._measured()

    def _drawn(self, size: int, seen: int, *, bias: bool = True) -> tuple[Numbers, Numbers]:
        rng = self._rng
        drawn = rng.normal(0, seen**-0.5, (size, seen)).astype(np.float32)
        return drawn, rng.normal(0, 1, size if bias else 0).astype(np.float32)

    def _measured(self) -> tuple[Numbers, Numbers]:
        rng = self._rng
        return rng.normal(0, 1, 768).astype(np.float32), rng.uniform(0.5, 2, 768).astype(np.float32)

    def written(self) -> bytes:
        """Like `final.mdl`, as far as it is read."""
        data = kaldi.BINARY + token("<Nnet3>")
        for name, (linear, bias) in self.affine.items():
            data += token("<ComponentName>") + token(name) + token("<TdnnComponent>") + token("<LinearParams>")
            data += matrix(linear) + token("<BiasParams>") + vector(bias) + token("</TdnnComponent>")
        for name, (mean, spread) in self.statistics.items():
            data += token("<ComponentName>") + token(name) + token("<BatchNormComponent>") + token("<Dim>")
            data += integer(len(mean)) + token("<Epsilon>") + single(EPSILON) + token("<TargetRms>") + single(TARGET)
            data += token("<StatsMean>") + vector(mean) + token("<StatsVar>") + vector(spread)
            data += token("</BatchNormComponent>")
        return data

    def _normalised(self, name: str, x: Numbers) -> Numbers:
        mean, spread = self.statistics[f"{name}.batchnorm"]
        return np.asarray((x - mean) * TARGET / np.sqrt(spread + EPSILON), np.float32)

    def last(self, features: Numbers) -> Numbers:
        """What the last layer that is taken says of features, for each frame that has all its context."""
        heard = _spliced(features, (-1, 0, 1))
        linear, bias = self.affine["lda"]
        decorrelated = heard @ linear[:, : heard.shape[1]].T + bias
        linear, bias = self.affine["tdnn1.affine"]
        x = self._normalised("tdnn1", np.maximum(0, decorrelated @ linear.T + bias))
        for number in range(1, len(TAKEN), 2):
            name, few, many = f"tdnnf{(number + 3) // 2}", TAKEN[number].times, TAKEN[number + 1].times
            said = _spliced(x, few) @ self.affine[f"{name}.linear"][0].T
            linear, bias = self.affine[f"{name}.affine"]
            said = self._normalised(name, np.maximum(0, _spliced(said, many) @ linear.T + bias))
            x = said + np.float32(0.66) * x[-few[0] - many[0] :][: len(said)]
        return x


def _spliced(x: Numbers, times: tuple[int, ...]) -> Numbers:
    count = len(x) - (times[-1] - times[0])
    return np.concatenate([x[time - times[0] :][:count] for time in times], axis=1)


@pytest.fixture(scope="module")
def other() -> Other:
    return Other(np.random.default_rng(1))


def test_the_layers_say_what_they_said_in_the_other_model_less_a_constant(other: Other) -> None:
    layers = transfer.taken(other.written())
    features = np.random.default_rng(2).normal(0, 10, (100, CEPSTRA)).astype(np.float32)
    wanted = other.last(features)
    lacking = wanted - through(layers, features.astype(np.float64))
    assert lacking == pytest.approx(np.tile(lacking[:1], (len(lacking), 1)), abs=1e-3)


def test_what_is_above_them_knows_nothing_yet(other: Other) -> None:
    weights = transfer.begun(other.written(), np.random.default_rng(3))
    said = activations(weights, np.zeros((1, CEPSTRA), np.float32)) @ weights.last.matrix.T + weights.last.bias
    assert not said.any()
    for found, taken in zip(weights.hidden, transfer.taken(other.written()), strict=False):
        assert np.array_equal(found.matrix, taken.matrix)
    assert len(weights.hidden) == len(SHAPES)
