"""Convolution by blocks is convolution."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.dsp.convolution import convolved


@given(size=st.integers(1, 30_000), taps=st.integers(1, 3000), seed=st.integers(0, 9))
def test_blocks_add_up_to_the_whole(size: int, taps: int, seed: int) -> None:
    chance = np.random.default_rng(seed)
    sound, response = chance.standard_normal(size), chance.standard_normal(taps)
    heard = convolved(sound, response)
    places = chance.integers(0, size + taps - 1, 8)
    for place in places:
        first = max(0, place - taps + 1)
        through = sound[first : place + 1]
        expected = through @ response[place - first :: -1][: through.size] if place - first >= 0 else 0.0
        assert heard[place] == pytest.approx(expected, abs=1e-8)
    assert heard.size == size + taps - 1
