"""The network as PyTorch learns it: the rectified layers above the taken ones have batch normalisation."""

import numpy as np
import torch
from torch import Tensor, nn

from models.build.network import EVERY_FRAME, FIXED, PIECE, SHAPES, STEP, TAKEN, Affine, Floats, Weights, context

_EPSILON = 1e-5
_DROPOUT = 0.1
"""After the taken layers."""

BEFORE, AFTER = context(SHAPES[:FIXED])
"""The input context of the first layers, in frames."""

LEFT, RIGHT = (frames // STEP for frames in context(SHAPES[FIXED:]))
"""That of the other layers, in steps."""


class Network(nn.Module):
    """Layers as `network.SHAPES` has them, those above the taken ones with batch normalisation.

    What the first layers say, [batch, steps, numbers], becomes [batch, steps, outputs]. They are fixed. In a
    `whole` network they learn too: it makes outputs of features, [batch, frames, cepstra].
    """

    def __init__(self, weights: Weights, *, whole: bool = False) -> None:
        super().__init__()
        self.whole = whole
        self.hidden = nn.ModuleList([_linear(layer) for layer in weights.hidden])
        self.last = _linear(weights.last)
        above = range(len(TAKEN), len(SHAPES))
        self.norms = nn.ModuleDict(
            {str(index): nn.BatchNorm1d(SHAPES[index].size, eps=_EPSILON) for index in above if SHAPES[index].rectified}
        )
        self.hidden[:FIXED].requires_grad_(whole)

    def forward(self, x: Tensor) -> Tensor:
        """The logits of each step that has all its context."""
        if self.whole:
            x = self._first(x)
        x = self._run(x, range(FIXED, len(TAKEN)), STEP)
        x = nn.functional.dropout(x, _DROPOUT, self.training)
        logits: Tensor = self.last(self._run(x, range(len(TAKEN), len(SHAPES)), STEP))
        return logits

    @torch.no_grad()
    def fixed(self, features: Tensor) -> Tensor:
        """What the fixed layers say, [steps, numbers], of features, [frames, cepstra], which go on at both ends."""
        heard = torch.cat([features[:1].repeat(BEFORE, 1), features, features[-1:].repeat(AFTER, 1)])
        pieces = [heard[start : start + PIECE + BEFORE + AFTER] for start in range(0, len(features), PIECE)]
        return torch.cat([self._first(piece[None].float())[0] for piece in pieces])

    def _first(self, x: Tensor) -> Tensor:
        """What the first layers say, [batch, steps, numbers], of features, [batch, frames, cepstra]."""
        return self._run(self._run(x, range(EVERY_FRAME), 1)[:, ::STEP], range(EVERY_FRAME, FIXED), STEP)

    def _run(self, x: Tensor, layers: range, pace: int) -> Tensor:
        """What some layers make of it, one of `pace` frames after the other."""
        entered, earlier = x, 0
        for index in layers:
            shape = SHAPES[index]
            starts = [(time - shape.times[0]) // pace for time in shape.times]
            count = x.shape[1] - starts[-1]
            said = self._mapped(index, x, starts, count)
            if shape.rectified:
                said = torch.relu(said)
            if str(index) in self.norms:
                said = self.norms[str(index)](said.flatten(0, 1)).unflatten(0, said.shape[:2])
            before = -shape.times[0] // pace
            if shape.bypass:
                said = said + shape.bypass * entered[:, earlier + before :][:, :count]
            entered, earlier, x = x, before, said
        return x

    def _mapped(self, index: int, x: Tensor, starts: list[int], count: int) -> Tensor:
        """What a layer's affine map makes of `count` steps, each with what stands at `starts` from it."""
        linear, size = self.hidden[index], x.shape[2]
        if len(starts) == 1 or linear.out_features > size:
            mapped: Tensor = linear(torch.cat([x[:, start : start + count] for start in starts], dim=2))
            return mapped
        # Many numbers become few: less is moved if each time is mapped by itself, and the few are added.
        maps = torch.cat(linear.weight.split(size, dim=1))
        parts = nn.functional.linear(x, maps).split(linear.out_features, dim=2)
        return linear.bias + sum(part[:, start : start + count] for part, start in zip(parts, starts, strict=True))

    @torch.no_grad()
    def measure(self, heard: Tensor) -> None:
        """Begin where other training ended. Its normalisation is folded away: one is measured that changes nothing."""
        for norm in self.norms.values():
            norm.reset_parameters()
        found = dict[str, Tensor]()
        hooks = [
            norm.register_forward_pre_hook(lambda _, said, name=name: found.update({name: said[0]}))
            for name, norm in self.norms.items()
        ]
        self.eval()
        for name, norm in self.norms.items():
            self(heard)  # each time one more of them is as it will be
            spread, mean = torch.var_mean(found[name], dim=0)
            norm.get_buffer("running_mean").copy_(mean)
            norm.get_buffer("running_var").copy_(spread)
            norm.get_parameter("weight").copy_(torch.sqrt(spread + _EPSILON))
            norm.get_parameter("bias").copy_(mean)
        for hook in hooks:
            hook.remove()

    def weights(self, priors: Floats) -> Weights:
        """What it has learnt, with all normalisation folded into the affine maps."""
        layers = list[Affine]()
        for index, linear in enumerate((*self.hidden, self.last)):
            layer = Affine(_array(linear.weight), _array(linear.bias))
            if str(index - 1) in self.norms:
                norm = self.norms[str(index - 1)]
                scale = _array(norm.weight) / np.sqrt(_array(norm.running_var) + _EPSILON)
                layer = layer.after(scale, _array(norm.bias) - _array(norm.running_mean) * scale)
            layers.append(layer)
        return Weights(tuple(layers[:-1]), layers[-1], priors)


def _linear(layer: Affine) -> nn.Linear:
    linear = nn.Linear(layer.matrix.shape[1], layer.matrix.shape[0])
    linear.weight.data = torch.from_numpy(layer.matrix).float()
    linear.bias.data = torch.from_numpy(layer.bias).float()
    return linear


def _array(values: object) -> Floats:
    assert isinstance(values, Tensor)
    return np.asarray(values.detach().double().numpy())
