"""Wilson's interval, and what counts as understood."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from recognised import recognised

from narrator.listening.decision import Certain, Doubtful
from narrator.listening.thresholds import Thresholds
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


def test_what_was_said_in_one_breath_or_in_two_is_understood_as_a_game_would() -> None:
    numbers = {"sept": 7, "dix sept": 17}.get
    careful = Thresholds()
    assert understood([recognised("", "sept")], numbers, careful) == Certain(7, "sept")
    assert understood([recognised("", "sept", "dix sept")], numbers, careful) == Doubtful((7, 17))
    assert understood([recognised("", "dix"), recognised("", "sept")], numbers, careful) == Certain(17, "dix sept")
    assert understood([], numbers, careful) is None
