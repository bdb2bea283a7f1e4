"""Training, where PyTorch is installed: normalisation is folded into the weights and taken out of them unchanged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from models.build import network
from models.build.alignment import activations, answered
from models.build.export import WEIGHTS
from models.build.mfcc import CEPSTRA
from models.build.network import STEP, Affine, Weights
from models.build.phones import LEARNT_OUTPUTS
from models.build.teach import together

torch = pytest.importorskip("torch", reason="PyTorch is missing; nothing but training needs it")
train = pytest.importorskip("models.build.train")
learning = pytest.importorskip("models.build.learning_network")

FRAMES = 600


@pytest.fixture(scope="module")
def weights() -> Weights:
    return network.load(WEIGHTS)


@pytest.fixture
def features() -> NDArray[np.float32]:
    return np.random.default_rng(0).normal(0, 15, (FRAMES, CEPSTRA)).astype(np.float32)


def said(weights: Weights, features: NDArray[np.float32]) -> NDArray[np.float64]:
    """What the weights say of every step that has all its context, without PyTorch."""
    steps = answered(weights, activations(weights, features))[::STEP]
    return steps[learning.LEFT : len(steps) - learning.RIGHT]


def told(trained: Any, features: NDArray[np.float32]) -> NDArray[np.float64]:
    trained.eval()
    with torch.no_grad():
        logits = trained(trained.fixed(torch.from_numpy(features))[None])
    return np.asarray(torch.log_softmax(logits, 2)[0].double().numpy())


def test_exported_weights_answer_as_the_trained_network_does(weights: Weights, features: NDArray[np.float32]) -> None:
    torch.manual_seed(1)
    trained = learning.Network(weights)
    heard = trained.fixed(torch.from_numpy(features))[None]
    optimizer = torch.optim.SGD(trained.parameters(), 0.01)
    for _ in range(3):
        trained(heard).square().mean().backward()
        optimizer.step()
    learnt = trained.weights(weights.priors)
    assert said(learnt, features) == pytest.approx(told(trained, features), abs=1e-3)
    assert said(learnt, features) != pytest.approx(said(weights, features), abs=0.1)


def test_the_fixed_layers_learn_nothing(weights: Weights, features: NDArray[np.float32]) -> None:
    trained = learning.Network(weights)
    trained(trained.fixed(torch.from_numpy(features))[None]).square().mean().backward()
    learns = [layer.weight.grad is not None for layer in trained.hidden]
    assert learns == [index >= network.FIXED for index in range(len(network.SHAPES))]


def test_a_whole_network_answers_features_as_the_fixed_layers_and_the_others_do(
    weights: Weights, features: NDArray[np.float32]
) -> None:
    whole = learning.Network(weights, whole=True).eval()
    with torch.no_grad():
        logits = whole(torch.from_numpy(features)[None])
    answers = torch.log_softmax(logits, 2)[0].double().numpy()
    first = learning.LEFT * STEP + learning.BEFORE
    steps = answered(weights, activations(weights, features))[first::STEP]
    assert answers == pytest.approx(steps[: len(answers)], abs=1e-3)


def test_a_whole_network_learns_in_all_its_layers(weights: Weights, features: NDArray[np.float32]) -> None:
    trained = learning.Network(weights, whole=True)
    trained(torch.from_numpy(features)[None]).square().mean().backward()
    assert all(layer.weight.grad.abs().sum() > 0 for layer in trained.hidden)


def test_training_goes_on_from_kept_weights_without_a_jump(weights: Weights, features: NDArray[np.float32]) -> None:
    begun = learning.Network(weights)
    begun.measure(begun.fixed(torch.from_numpy(features))[None])
    assert told(begun, features) == pytest.approx(said(weights, features), abs=1e-3)


def corpus(folder: Path, count: int) -> None:
    rng = np.random.default_rng(0)
    for name in ("train_0", "dev"):
        labels = rng.integers(0, 3, count).astype(np.uint8)
        features = rng.normal(0, 15, (count, CEPSTRA)).astype(np.float16)
        np.savez(folder / f"{name}.npz", features=features, labels=labels)


def test_each_answer_is_about_the_step_in_the_middle_of_what_is_heard(tmp_path: Path, weights: Weights) -> None:
    corpus(tmp_path, STEP * (2 * train.CHUNK + learning.LEFT + learning.RIGHT + 10))
    trained = learning.Network(weights)
    read = train.Corpus([tmp_path / "train_0.npz"], trained)
    places = read.places(7)
    ((heard, asked),) = read.batches(places)
    file = np.load(tmp_path / "train_0.npz")
    every = trained.fixed(torch.from_numpy(file["features"]))
    assert heard.shape[1] == learning.LEFT + train.CHUNK + learning.RIGHT
    for (_, at), one, right in zip(places, heard, asked, strict=True):
        assert torch.allclose(one[learning.LEFT : -learning.RIGHT], every[at : at + train.CHUNK], atol=1e-2, rtol=1e-2)
        assert right.tolist() == file["labels"][:: network.STEP][at : at + train.CHUNK].tolist()


def test_a_whole_network_learns_the_same_answers_as_one_with_fixed_layers(tmp_path: Path, weights: Weights) -> None:
    corpus(tmp_path, 4 * STEP * train.CHUNK)
    judged = [
        train.Training(tmp_path, 60.0, weights, goal="sequences", whole=whole).judged() for whole in (False, True)
    ]
    assert judged[0] == pytest.approx(judged[1], abs=1e-2)


def test_interrupted_training_goes_on_where_it_was(tmp_path: Path, weights: Weights) -> None:
    corpus(tmp_path, 4 * STEP * train.CHUNK)
    begun = train.Training(tmp_path, 60.0, weights)
    begun.epoch()
    begun.keep(tmp_path / "weights.state")
    resumed = train.Training(tmp_path, 60.0, weights)
    resumed.resume(tmp_path / "weights.state")
    assert resumed.judged() == begun.judged()
    assert resumed.judged() != train.Training(tmp_path, 60.0, weights).judged()


def test_training_that_is_interrupted_leaves_no_weights_that_pass_for_learnt_ones(
    tmp_path: Path, weights: Weights, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    corpus(tmp_path, 4 * STEP * train.CHUNK)
    begun = train.Training(tmp_path, 60.0, weights)
    monkeypatch.setattr(begun, "keep", interrupted)
    with pytest.raises(KeyboardInterrupt):
        begun.run(tmp_path / "weights.npz")
    assert not (tmp_path / "weights.npz").exists()


def test_measuring_changes_nothing_of_a_network_that_has_learnt_nothing() -> None:
    rng = np.random.default_rng(0)
    layers = [
        Affine(rng.normal(0, 0.05, (shape.size, seen)), np.zeros(shape.size))
        for shape, seen in zip(network.SHAPES, network.inputs(network.SHAPES), strict=True)
    ]
    outputs = LEARNT_OUTPUTS
    drawn = Weights(
        tuple(layers), Affine(rng.normal(0, 0.1, (outputs, 256)), np.zeros(outputs)), np.full(outputs, 1 / outputs)
    )
    features = rng.normal(0, 15, (FRAMES, CEPSTRA)).astype(np.float32)
    begun = learning.Network(drawn)
    begun.measure(begun.fixed(torch.from_numpy(features))[None])
    assert told(begun, features) == pytest.approx(said(drawn, features), abs=1e-3)


def test_what_networks_say_together_is_learnt(tmp_path: Path, weights: Weights) -> None:
    corpus(tmp_path, 4 * STEP * train.CHUNK)
    for name in ("train_0", "dev"):
        heard = np.load(tmp_path / f"{name}.npz")["features"]
        np.save(tmp_path / f"{name}{train.TOLD}", together((weights, weights), heard))
    trained = train.Training(tmp_path, 60.0, weights, goal="together")
    loss, right = trained.judged()
    assert loss == pytest.approx(0, abs=0.01)
    assert right > 0.99
    np.save(tmp_path / f"dev{train.TOLD}", np.roll(np.load(tmp_path / f"dev{train.TOLD}"), 1, axis=1))
    assert train.Training(tmp_path, 60.0, weights, goal="together").judged()[0] > 1


def test_what_is_learnt_is_not_learnt_again(
    tmp_path: Path, weights: Weights, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    learnt = tmp_path / "learnt.npz"
    weights.save(learnt)
    monkeypatch.setattr("sys.argv", ["train", str(tmp_path / "nowhere"), str(learnt), "--begin", str(learnt)])
    train.main()
    assert "is there already" in capsys.readouterr().out
