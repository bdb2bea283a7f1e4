"""What networks say together is the mean of what each says, at its steps, wherever a file is cut to be heard."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from networks import drawn
from numpy.typing import NDArray

from models.build import network
from models.build.alignment import answered
from models.build.mfcc import CEPSTRA
from models.build.network import SHAPES, STEP, TEACHER, Weights, context, load, through
from models.build.phones import LEARNT_OUTPUTS
from models.build.teach import TOLD, scores, together, written

pytestmark = pytest.mark.thorough


@pytest.fixture(scope="module")
def teacher() -> Weights:
    return drawn(TEACHER, 1)


@pytest.fixture(scope="module")
def own() -> Weights:
    return drawn(SHAPES, 2)


def features(frames: int) -> NDArray[np.float16]:
    return np.random.default_rng(3).normal(0, 15, (frames, CEPSTRA)).astype(np.float16)


def certain(logits: NDArray[np.generic]) -> NDArray[np.float64]:
    """Logits as log posteriors."""
    exact = logits.astype(np.float64)
    return np.asarray(exact - np.logaddexp.reduce(exact, axis=1, keepdims=True))


def test_scores_are_those_of_each_step_freed_of_priors(teacher: Weights) -> None:
    heard = features(100)
    told = scores(teacher, heard)
    before, after = context(TEACHER)
    at = 20
    around = heard[np.clip(np.arange(STEP * at - before, STEP * at + after + 1), 0, len(heard) - 1)]
    assert told.shape == (-(-len(heard) // STEP), LEARNT_OUTPUTS)
    (wanted,) = answered(teacher, through(teacher.hidden, around.astype(np.float64), TEACHER)) - np.log(teacher.priors)
    assert told[at] == pytest.approx(wanted)


def test_a_long_file_is_heard_as_a_short_one(own: Weights) -> None:
    heard = features(1900)
    assert scores(own, heard)[-50:-20] == pytest.approx(scores(own, heard[1500:])[-50:-20])


def test_two_that_agree_say_what_each_says(own: Weights) -> None:
    told = certain(together((own, own), features(60)))
    wanted = certain(scores(own, features(60)) + np.log(own.priors))
    assert told == pytest.approx(wanted, rel=1e-3, abs=0.01)


def test_what_they_say_lies_between_them(teacher: Weights, own: Weights) -> None:
    heard = features(60)
    told = certain(together((teacher, own), heard))
    halves = (scores(teacher, heard) + scores(own, heard)) / 2 + np.log(own.priors)
    assert told == pytest.approx(certain(halves), rel=1e-3, abs=0.01)


def test_what_is_there_is_not_written_again(tmp_path: Path, teacher: Weights, own: Weights) -> None:
    teacher.save(tmp_path / "teacher")
    own.save(tmp_path / "own")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    for name in ("dev", "train_0"):
        np.savez(corpus / f"{name}.npz", features=features(30), labels=np.zeros(30, np.uint8))
    (corpus / f"dev{TOLD}").write_bytes(b"whole")
    lines = list(written(corpus, tmp_path / "teacher.npz", tmp_path / "own.npz"))
    assert lines == ["1 of 1: train_0.npz"]
    assert (corpus / f"dev{TOLD}").read_bytes() == b"whole"
    assert np.load(corpus / f"train_0{TOLD}").shape == (10, LEARNT_OUTPUTS)


def test_what_is_older_than_a_network_is_written_again(tmp_path: Path, teacher: Weights, own: Weights) -> None:
    teacher.save(tmp_path / "teacher")
    own.save(tmp_path / "own")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    np.savez(corpus / "dev.npz", features=features(30), labels=np.zeros(30, np.uint8))
    old = corpus / f"dev{TOLD}"
    old.write_bytes(b"old")
    os.utime(old, (0, 0))
    assert list(written(corpus, tmp_path / "teacher.npz", tmp_path / "own.npz")) == ["1 of 1: dev.npz"]
    assert np.load(old).shape == (10, LEARNT_OUTPUTS)


def test_the_teacher_that_is_kept_is_of_its_shape_and_no_other() -> None:
    teacher = Path(network.__file__).with_name("teacher.npz")
    assert load(teacher, TEACHER).shapes == TEACHER
    with pytest.raises(ValueError, match="another shape"):
        load(teacher, TEACHER[:-1])
