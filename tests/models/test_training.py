"""Training, where PyTorch is installed: normalisation is folded into the weights and taken out of them unchanged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from models.build import network
from models.build.export import WEIGHTS
from models.build.mfcc import CEPSTRA
from models.build.network import LEFT, RIGHT, STEP, TIMES, Weights

torch = pytest.importorskip("torch", reason="PyTorch is missing; nothing but training needs it")
train = pytest.importorskip("models.build.train")

FRAMES = LEFT + RIGHT + 1 + 9 * STEP


def answered(weights: Weights, features: NDArray[np.float64]) -> NDArray[np.float64]:
    """The network step by step, as Kaldi runs it: each output asks for what it must hear."""

    def asked(layer: int, time: int) -> NDArray[np.float64]:
        if layer < 0:
            return np.asarray(features[time])
        seen = np.concatenate([asked(layer - 1, time + offset) for offset in TIMES[layer]])
        return np.asarray(np.maximum(0, weights.hidden[layer].matrix @ seen + weights.hidden[layer].bias))

    steps = range(LEFT, len(features) - RIGHT, STEP)
    return np.stack([weights.last.matrix @ asked(len(TIMES) - 1, time) + weights.last.bias for time in steps])


def test_exported_weights_answer_as_the_trained_network_does() -> None:
    torch.manual_seed(1)
    features = torch.randn(4, FRAMES, CEPSTRA) * 20
    trained = train.Network(torch.randn(CEPSTRA), torch.rand(CEPSTRA) * 20 + 5)
    for _ in range(20):
        trained(features)
    trained.eval()
    weights = trained.weights(network.load(WEIGHTS).priors)
    with torch.no_grad():
        wanted = trained(features)[0].numpy()
    assert answered(weights, features[0].double().numpy()) == pytest.approx(wanted, abs=1e-3)


def test_training_goes_on_from_kept_weights_without_a_jump() -> None:
    weights = network.load(WEIGHTS)
    features = torch.randn(2, FRAMES, CEPSTRA) * 10
    begun = train.Network(torch.zeros(CEPSTRA), torch.ones(CEPSTRA))
    begun.take(weights, features)
    begun.eval()
    with torch.no_grad():
        found = begun(features)[0].numpy()
    assert found == pytest.approx(answered(weights, features[0].double().numpy()), abs=1e-3)


def test_each_answer_is_about_the_frame_in_the_middle_of_what_is_heard(tmp_path: Path) -> None:
    count = 3 * train.CHUNK + LEFT + RIGHT
    features = np.repeat((np.arange(count) % 50)[:, None], CEPSTRA, axis=1)
    np.savez(tmp_path / "train_0.npz", features=features.astype(np.float16), labels=features[:, 0].astype(np.uint8))
    corpus = train.Corpus([tmp_path / "train_0.npz"])
    ((heard, asked),) = corpus.batches(torch.arange(corpus.chunks), 7)
    assert heard.shape == (2, LEFT + train.CHUNK - STEP + RIGHT + 1, CEPSTRA)
    assert torch.equal(heard[:, LEFT : LEFT + train.CHUNK : STEP, 0].long(), asked)


def test_interrupted_training_goes_on_where_it_was(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    count = 4 * train.CHUNK + LEFT + RIGHT
    for name in ("train_0", "dev"):
        labels = rng.integers(0, 3, count).astype(np.uint8)
        features = rng.normal(0, 1, (count, CEPSTRA)).astype(np.float16)
        np.savez(tmp_path / f"{name}.npz", features=features, labels=labels)
    begun = train.Training(tmp_path, 60.0, None)
    begun.epoch()
    begun.keep(tmp_path / "weights.state")
    resumed = train.Training(tmp_path, 60.0, None)
    resumed.resume(tmp_path / "weights.state")
    assert resumed.judged() == begun.judged()
    assert resumed.judged() != train.Training(tmp_path, 60.0, None).judged()
