"""Weights between two networks lie on the straight way from one to the other."""

from __future__ import annotations

import numpy as np
import pytest
from networks import drawn

from models.build.mean import between
from models.build.network import SHAPES, TEACHER, Weights

BEGIN, END = drawn(SHAPES, 1), drawn(SHAPES, 2)


def numbers(weights: Weights) -> list[np.ndarray[tuple[int, ...], np.dtype[np.float64]]]:
    layers = (*weights.hidden, weights.last)
    return [*(layer.matrix for layer in layers), *(layer.bias for layer in layers), weights.priors]


@pytest.mark.parametrize("share", [0.0, 0.25, 1.0])
def test_every_number_is_so_far_on_the_way(share: float) -> None:
    for one, other, found in zip(numbers(BEGIN), numbers(END), numbers(between(BEGIN, END, share)), strict=True):
        np.testing.assert_allclose(found, one + share * (other - one), atol=1e-12)


def test_networks_of_two_shapes_have_nothing_between_them() -> None:
    with pytest.raises(ValueError, match=r"broadcast|argument 2"):
        between(BEGIN, drawn(TEACHER, 1))
