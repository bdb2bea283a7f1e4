"""Kaldi's binary files: what is written is read back, and the committed acoustic model is read to its last byte."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from models.build import kaldi, network
from models.build.acoustics import Tuning, acoustic_model
from models.build.export import FOLDER, WEIGHTS
from models.build.kaldi import FormatError, Reader
from models.build.network import SHAPES, Shape, context, inputs
from models.build.phones import ANY_OUTPUT, GARBAGE_OUTPUT, PHONE_COUNT, kaldi_phone, outputs_of

INTEGERS = st.integers(-(2**31), 2**31 - 1)
FLOATS = st.floats(width=32, allow_nan=False)


class WholeReader(Reader):
    """Reads whatever an acoustic model holds, up to its end."""

    @property
    def at_end(self) -> bool:
        """Whether everything has been read."""
        return self._place == len(self._data)

    def line(self) -> str:
        """The rest of the line."""
        return self._until(b"\n")

    def double(self) -> float:
        """A float of 64 bits."""
        self._size(8)
        return float(self._packed("<d"))

    def integers(self) -> list[int]:
        """A list of integers of 32 bits."""
        self._size(4)
        return [int(value) for value in np.frombuffer(self._bytes(4 * self._packed("<i")), "<i4")]


@given(INTEGERS, st.lists(INTEGERS), FLOATS, st.lists(FLOATS), st.integers(1, 4), st.data())
def test_every_kind_of_value_comes_back_as_it_was_written(
    number: int, numbers: list[int], value: float, values: list[float], columns: int, data: st.DataObject
) -> None:
    rows = data.draw(st.lists(st.lists(FLOATS, min_size=columns, max_size=columns), min_size=1, max_size=4))
    reader = WholeReader(
        kaldi.BINARY
        + kaldi.token("<Start>")
        + kaldi.integer(number)
        + kaldi.integers(numbers)
        + kaldi.single(value)
        + kaldi.double(value)
        + kaldi.vector(values)
        + kaldi.matrix(rows)
        + b"a line\n"
    )
    reader.expect("<Start>")
    assert reader.integer() == number
    assert reader.integers() == numbers
    assert reader.single() == value
    assert reader.double() == value
    assert reader.vector().tolist() == values
    assert reader.matrix().tolist() == rows
    assert reader.line() == "a line"
    assert reader.at_end


def test_a_value_of_another_kind_is_refused() -> None:
    with pytest.raises(FormatError, match="4 bytes stands where one of 8"):
        WholeReader(kaldi.BINARY + kaldi.single(1.0)).double()
    with pytest.raises(FormatError, match="'<Old>' stands where '<New>'"):
        WholeReader(kaldi.BINARY + kaldi.token("<Old>")).expect("<New>")
    with pytest.raises(FormatError, match="too early"):
        WholeReader(kaldi.BINARY + kaldi.vector([1.0, 2.0])[:-1]).vector()
    with pytest.raises(FormatError, match="'<New> it' stands nowhere"):
        WholeReader(kaldi.BINARY + kaldi.token("<New>")).pass_by("<New>", "it")
    with pytest.raises(FormatError, match="not a binary"):
        WholeReader(b"text")


def test_a_reader_passes_by_what_is_not_asked_for() -> None:
    reader = WholeReader(
        kaldi.BINARY + kaldi.token("<New>") + kaldi.single(1.0) + kaldi.token("<New>") + kaldi.token("it")
    )
    reader.pass_by("<New>", "it")
    assert reader.at_end


@dataclass
class Model:
    """What an acoustic model holds, as far as it is looked at here."""

    triples: list[tuple[int, int, int]] = field(default_factory=list)
    logs: list[float] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    affine: dict[str, tuple[NDArray[np.float32], NDArray[np.float32]]] = field(default_factory=dict)
    contexts: tuple[int, int] = (0, 0)
    priors: list[float] = field(default_factory=list)


def _transitions(reader: WholeReader, model: Model) -> None:
    reader.expect("<TransitionModel>", "<Topology>")
    phones, entries = reader.integers(), reader.integers()
    assert phones == list(range(1, PHONE_COUNT + 1))
    assert reader.integer() == -1
    topologies = reader.integer()
    assert set(entries[1:]) == set(range(topologies))
    for _ in range(topologies):
        for _ in range(reader.integer()):
            reader.integer(), reader.integer()
            chances = [(reader.integer(), reader.single())[1] for _ in range(reader.integer())]
            assert not chances or sum(chances) == pytest.approx(1)
    reader.expect("</Topology>", "<Tuples>")
    for _ in range(reader.integer()):
        phone, state, enter, stay = (reader.integer() for _ in range(4))
        assert state == 0
        model.triples.append((phone, enter, stay))
    reader.expect("</Tuples>", "<LogProbs>")
    model.logs = reader.vector().tolist()
    reader.expect("</LogProbs>", "</TransitionModel>")


def _components(reader: WholeReader) -> Iterator[tuple[str, NDArray[np.float32], NDArray[np.float32]]]:
    reader.expect("<NumComponents>")
    for _ in range(reader.integer()):
        reader.expect("<ComponentName>")
        name, kind = reader.token(), reader.token()
        if kind == "<FixedAffineComponent>":
            reader.expect("<LinearParams>")
            matrix = reader.matrix()
            reader.expect("<BiasParams>")
            yield name, matrix, reader.vector()
        elif kind == "<NoOpComponent>":
            reader.expect("<Dim>")
            reader.integer()
            reader.expect("<BackpropScale>")
            assert reader.single() == 1.0
        else:
            reader.expect("<Dim>")
            reader.integer()
            for statistic in ("ValueAvg", "DerivAvg", "Count", "OderivRms", "OderivCount"):
                reader.expect(f"<{statistic}>")
                assert not (reader.double() if statistic.endswith("Count") else reader.vector().size)
            for statistic in ("NumDimsSelfRepaired", "NumDimsProcessed"):
                reader.expect(f"<{statistic}>")
                assert reader.double() == 0
        reader.expect(kind.replace("<", "</"))


def read(data: bytes) -> Model:
    """Read an acoustic model from its first byte to its last."""
    reader, model = WholeReader(data), Model()
    _transitions(reader, model)
    reader.expect("<Nnet3>")
    assert reader.line() == ""
    while line := reader.line():
        model.lines.append(line)
    model.affine = {name: (matrix, bias) for name, matrix, bias in _components(reader)}
    reader.expect("</Nnet3>", "<LeftContext>")
    left = reader.integer()
    reader.expect("<RightContext>")
    model.contexts = left, reader.integer()
    reader.expect("<Priors>")
    model.priors = reader.vector().tolist()
    assert reader.at_end
    return model


@pytest.fixture(scope="module")
def committed() -> Model:
    return read((FOLDER / "am" / "final.mdl").read_bytes())


def test_the_committed_model_holds_the_committed_weights(committed: Model) -> None:
    weights = network.load(WEIGHTS)
    for number, layer in enumerate(weights.hidden, 1):
        matrix, bias = committed.affine[f"affine{number}"]
        assert matrix.shape == (SHAPES[number - 1].size, inputs(SHAPES)[number - 1])
        assert np.array_equal(matrix, layer.matrix)
        assert np.array_equal(bias, layer.bias)


def test_the_committed_model_says_how_much_it_must_hear(committed: Model) -> None:
    assert committed.contexts == context(SHAPES)
    reach = [line.split("input=")[1] for line in committed.lines if "name=affine" in line]
    sources = ["input", *(f"{_said_by(shape)}{number}" for number, shape in enumerate(SHAPES, 1))]
    assert reach == [
        f"Append({', '.join(f'Offset({source}, {time})' if time else source for time in shape.times)})"
        for source, shape in zip(sources, SHAPES, strict=False)
    ]


def _said_by(shape: Shape) -> str:
    """The name, without its number, of the component whose word is the layer's."""
    return "sum" if shape.bypass else "relu" if shape.rectified else "affine"


def test_what_enters_a_factored_layer_is_passed_beside_it(committed: Model) -> None:
    sums = [line.split("input=")[1] for line in committed.lines if "name=sum" in line]
    entered = ["relu1", *(f"sum{number}" for number in range(3, len(sums) * 2, 2))]
    said = [f"relu{number}" for number in range(3, len(sums) * 2 + 2, 2)]
    assert sums == [f"Sum(Scale(0.66, {one}), {other})" for one, other in zip(entered, said, strict=True)]


def test_phones_are_sorted_as_kaldi_wants_and_use_every_output(committed: Model) -> None:
    assert committed.triples == sorted(committed.triples)
    used = {output for _, enter, stay in committed.triples for output in (enter, stay)}
    assert used == set(range(ANY_OUTPUT + 1))
    assert len(committed.priors) == ANY_OUTPUT + 1


def test_log_probabilities_are_finite_and_never_above_zero(committed: Model) -> None:
    assert len(committed.logs) == 1 + 2 * PHONE_COUNT
    assert all(-5 < value <= 0 for value in committed.logs)


def test_the_copies_of_a_phone_share_their_outputs_and_no_two_phones_do() -> None:
    for phone in ("a", "w"):
        assert len({outputs_of(kaldi_phone(phone, place)) for place in "BEIS"}) == 1
    assert not set(outputs_of(kaldi_phone("a", "B"))) & set(outputs_of(kaldi_phone("e", "B")))


def _log_softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    top = scores.max()
    return np.asarray(scores - top - np.log(np.exp(scores - top).sum()))


def test_the_garbage_scores_the_sum_of_squared_posteriors_over_priors(committed: Model) -> None:
    weights = network.load(WEIGHTS)
    hidden = np.random.default_rng(0).random(SHAPES[-1].size)

    def through(name: str, x: NDArray[np.float64]) -> NDArray[np.float64]:
        matrix, bias = committed.affine[name]
        return np.asarray(matrix @ x + bias, np.float64)

    gathered = [_log_softmax(through(name, hidden)) for name in ("scores", "squares")]
    found = through("gathered", np.concatenate(gathered))
    posteriors = np.exp(_log_softmax(weights.last.matrix @ hidden + weights.last.bias))
    assert np.exp(found[:GARBAGE_OUTPUT]) == pytest.approx(posteriors, abs=1e-5)
    wanted = np.log(np.sum(posteriors[1:] ** 2 / weights.priors[1:]))
    assert found[GARBAGE_OUTPUT] == pytest.approx(wanted, abs=1e-3)


def test_any_sound_scores_as_the_garbage_does_and_costs_nothing_besides(committed: Model) -> None:
    matrix, bias = committed.affine["gathered"]
    assert np.array_equal(matrix[ANY_OUTPUT], matrix[GARBAGE_OUTPUT])
    assert bias[ANY_OUTPUT] == bias[GARBAGE_OUTPUT]
    assert committed.priors[ANY_OUTPUT] == 1.0 < committed.priors[GARBAGE_OUTPUT]


def test_weights_of_another_shape_are_refused(tmp_path: Path) -> None:
    weights = network.load(WEIGHTS)
    with pytest.raises(ValueError, match="another shape"):
        network.Weights(weights.hidden[:-1], weights.last, weights.priors)
    weights.save(tmp_path / "again.npz")
    tuning = Tuning()
    assert acoustic_model(network.load(tmp_path / "again.npz"), tuning) == acoustic_model(weights, tuning)
