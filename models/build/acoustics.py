"""`am/final.mdl`: how sounds follow each other, and the network that tells them apart (Kaldi's nnet3, binary)."""

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from models.build import kaldi
from models.build.kaldi import double, integer, integers, matrix, single, token, vector
from models.build.mfcc import CEPSTRA
from models.build.network import SHAPES, Affine, Weights, context
from models.build.phones import (
    LEARNT_OUTPUTS,
    PHONE_COUNT,
    SILENCE,
    SILENCE_STAY,
    STAY,
    is_garbage,
    outputs_of,
    stay_probability,
)


@dataclass(frozen=True, slots=True)
class Tuning:
    """What was found by trying on the tuning voices, and not by training."""

    silence_prior: float = 0.12
    """Factor on the prior of silence, which is divided out: at 1, noise would be heard as words."""

    garbage_prior: float = 6.7
    """The prior of the garbage phone: higher, and `[unk]` is heard less readily."""

    acoustic_scale: float = 0.7
    beam: float = 12.0
    lattice_beam: float = 6.0

    def settings(self) -> str:
        """`conf/model.conf`. Times in Vosk's results are right with a subsampling of 3 only.

        The network computes 0.9 s at a time, which takes less than smaller pieces. This delays nothing: at a pause,
        where an utterance is read, all that was heard is computed.
        """
        return f"""\
--min-active=200
--max-active=3000
--beam={self.beam:g}
--lattice-beam={self.lattice_beam:g}
--acoustic-scale={self.acoustic_scale:g}
--frame-subsampling-factor=3
--frames-per-chunk=90
--endpoint.silence-phones={SILENCE}
--endpoint.rule2.min-trailing-silence=0.5
--endpoint.rule3.min-trailing-silence=0.75
--endpoint.rule4.min-trailing-silence=1.0
"""


def _transitions() -> bytes:
    """One emitting state a phone. Entering it and staying in it are answered by outputs of their own, as in `chain`."""
    phones = range(1, PHONE_COUNT + 1)
    # Two topologies: silence and garbage share one output for both, which is class 0 for entering and for staying.
    steady = [phone == SILENCE or is_garbage(phone) for phone in phones]
    written = token("<TransitionModel>") + token("<Topology>") + integers(list(phones))
    written += integers([-1, *(0 if one else 1 for one in steady)])
    written += integer(-1) + integer(2)  # -1: classes of entering and staying are told apart in what follows
    for staying, probability in ((0, SILENCE_STAY), (1, STAY)):
        written += integer(2) + integer(0) + integer(staying)
        written += integer(2) + integer(0) + single(probability) + integer(1) + single(1 - probability)
        written += integer(-1) + integer(-1) + integer(0)
    written += token("</Topology>") + token("<Tuples>") + integer(PHONE_COUNT)
    for phone in phones:
        enter, stay = outputs_of(phone)
        written += integer(phone) + integer(0) + integer(enter) + integer(stay)
    logs = [0.0]
    for phone in phones:
        logs += [math.log(stay_probability(phone)), math.log(1 - stay_probability(phone))]
    written += token("</Tuples>") + token("<LogProbs>") + vector(logs) + token("</LogProbs>")
    return written + token("</TransitionModel>")


@dataclass(slots=True)
class _Nodes:
    """The network as Kaldi has it: lines that say what feeds what, and the components that they name."""

    lines: list[str] = field(default_factory=lambda: [f"input-node name=input dim={CEPSTRA}"])
    components: list[bytes] = field(default_factory=list)

    def add(self, name: str, source: str, component: bytes) -> str:
        self.lines.append(f"component-node name={name} component={name} input={source}")
        self.components.append(token("<ComponentName>") + token(name) + component)
        return name

    def affine(self, name: str, source: str, layer: Affine) -> str:
        parts = token("<LinearParams>") + matrix(layer.matrix) + token("<BiasParams>") + vector(layer.bias)
        return self.add(name, source, token("<FixedAffineComponent>") + parts + token("</FixedAffineComponent>"))

    def nonlinear(self, kind: str, name: str, source: str, size: int) -> str:
        """A component without parameters; the statistics that Kaldi keeps beside it are empty."""
        parts = token(f"<{kind}>") + token("<Dim>") + integer(size)
        for statistic, value in (
            ("ValueAvg", vector([])),
            ("DerivAvg", vector([])),
            ("Count", double(0)),
            ("OderivRms", vector([])),
            ("OderivCount", double(0)),
            ("NumDimsSelfRepaired", double(0)),
            ("NumDimsProcessed", double(0)),
        ):
            parts += token(f"<{statistic}>") + value
        return self.add(name, source, parts + token(f"</{kind}>"))

    def relu(self, name: str, source: str, size: int) -> str:
        return self.nonlinear("RectifiedLinearComponent", name, source, size)

    def same(self, name: str, source: str, size: int) -> str:
        """A component that changes nothing, as only a component can be heard at other times."""
        parts = token("<Dim>") + integer(size) + token("<BackpropScale>") + single(1.0)
        return self.add(name, source, token("<NoOpComponent>") + parts + token("</NoOpComponent>"))

    def log_softmax(self, name: str, source: str, size: int) -> str:
        return self.nonlinear("LogSoftmaxComponent", name, source, size)


_ANCHOR: Final = -30.0
"""A constant score beside real ones: a log-softmax returns it less the log of the sum that is wanted."""


def _with_anchor(layer: Affine) -> Affine:
    """The same scores, and the anchor after them."""
    return Affine(np.vstack([layer.matrix, np.zeros(layer.matrix.shape[1])]), np.append(layer.bias, _ANCHOR))


def _outputs(nodes: _Nodes, source: str, weights: Weights) -> str:
    """Log posteriors of what was learnt, and the score of the garbage phone of `[unk]`, which is that of any sound too.

    It is log sum p^2 / prior over all outputs of speech: about what the best of them would score,
    whichever it is, so it keeps up with the noise. With z the network's scores and L(z) the log of the sum of their
    exponentials, that is L(2 z - log prior) - 2 L(z); a log-softmax of scores with an anchor a beside them gives a - L.
    """
    last, size = weights.last, LEARNT_OUTPUTS
    speech = slice(1, size)
    squared = Affine(2 * last.matrix[speech], 2 * last.bias[speech] - np.log(weights.priors[speech]))
    posteriors = nodes.log_softmax("posteriors", nodes.affine("scores", source, _with_anchor(last)), size + 1)
    doubled = nodes.log_softmax("doubled", nodes.affine("squares", source, _with_anchor(squared)), size)
    gathered = np.zeros((size + 2, size + 1 + size))
    gathered[:size, :size] = np.eye(size)
    gathered[size:, size], gathered[size:, -1] = 2.0, -1.0
    constant = np.zeros(size + 2)
    constant[size:] = -_ANCHOR  # 2 (a - L(z)) - (a - L(2 z - log prior)) - a
    return nodes.affine("gathered", f"Append({posteriors}, {doubled})", Affine(gathered, constant))


def _network(weights: Weights, tuning: Tuning) -> bytes:
    nodes = _Nodes()
    source = entered = "input"
    for number, (shape, layer) in enumerate(zip(SHAPES, weights.hidden, strict=True), 1):
        seen = ", ".join(f"Offset({source}, {time})" if time else source for time in shape.times)
        said = nodes.affine(f"affine{number}", f"Append({seen})", layer)
        if shape.rectified:
            said = nodes.relu(f"relu{number}", said, shape.size)
        if shape.bypass:
            said = nodes.same(f"sum{number}", f"Sum(Scale({shape.bypass}, {entered}), {said})", shape.size)
        entered, source = source, said
    nodes.lines.append(f"output-node name=output input={_outputs(nodes, source, weights)} objective=linear")
    written = token("<Nnet3>") + b"\n" + "\n".join(nodes.lines).encode() + b"\n\n"
    written += token("<NumComponents>") + integer(len(nodes.components)) + b"".join(nodes.components)
    priors = np.append(weights.priors, [tuning.garbage_prior, 1.0])
    priors[0] *= tuning.silence_prior
    before, after = context(SHAPES)
    written += token("</Nnet3>") + token("<LeftContext>") + integer(before) + token("<RightContext>") + integer(after)
    return written + token("<Priors>") + vector(priors)


def acoustic_model(weights: Weights, tuning: Tuning) -> bytes:
    """The whole file."""
    return kaldi.BINARY + _transitions() + _network(weights, tuning)
