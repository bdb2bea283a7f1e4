"""Wilson's interval, and what counts as understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.listening.messages import Caught, NoiseLevel
from narrator.listening.trial import interval, understood


@given(st.integers(0, 300), st.integers(0, 300))
def test_the_interval_is_around_the_share(one: int, other: int) -> None:
    right, of = sorted((one, other))
    low, high = interval(right, of)
    assert 0 <= low <= high <= 1
    if of:
        assert low - 1e-9 <= right / of <= high + 1e-9


def test_the_interval_is_that_of_the_books() -> None:
    assert interval(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)


def test_what_was_not_certain_is_not_understood() -> None:
    told = (Caught("", "oui", 1.0, 0.5, -20.0), NoiseLevel("", "non", 0.5, -20.0, 0.1, certain=False))
    assert understood(told) == "oui"
