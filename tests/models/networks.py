"""Networks of the ear's shapes that know nothing."""

from __future__ import annotations

import numpy as np

from models.build.network import Affine, Shape, Weights, inputs
from models.build.phones import LEARNT_OUTPUTS


def drawn(shapes: tuple[Shape, ...], seed: int) -> Weights:
    """A network that knows nothing, but gives an answer."""
    rng = np.random.default_rng(seed)
    layers = [
        Affine(rng.normal(0, seen**-0.5, (shape.size, seen)), rng.normal(0, 0.1, shape.size))
        for shape, seen in zip(shapes, inputs(shapes), strict=True)
    ]
    last = Affine(rng.normal(0, 0.1, (LEARNT_OUTPUTS, shapes[-1].size)), np.zeros(LEARNT_OUTPUTS))
    priors = rng.uniform(0.5, 1.5, LEARNT_OUTPUTS)
    return Weights(tuple(layers), last, priors / priors.sum(), shapes)
