"""The drum of a suspense swells, quickens and stops short of the end."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.dsp.samples import frames
from narrator.soundscape.sources.heart import drum


@settings(deadline=None, max_examples=40)
@given(seconds=st.floats(0, 9), seed=st.integers())
def test_a_drum_lasts_as_told_and_ends_in_silence(seconds: float, seed: int) -> None:
    roll = drum(seconds, seed)
    assert len(roll) == frames(seconds)
    assert roll.dtype == np.float32
    quiet = frames(seconds) - frames(seconds - min(1.2, seconds / 4))
    assert np.all(roll[len(roll) - quiet :] == 0)
    assert np.abs(roll).max(initial=0) <= 10 ** (-12 / 20)


@pytest.mark.parametrize("seconds", [2.0, 3.0, 6.0])
def test_a_drum_swells_until_the_silence(seconds: float) -> None:
    roll = drum(seconds, 1)
    heard = seconds - min(1.2, seconds / 4)
    first, last = roll[: frames(0.5)], roll[frames(heard - 0.85) : frames(heard)]
    assert np.abs(last).max() > 3 * np.abs(first).max()
    assert np.abs(roll[frames(heard - 0.5) : frames(heard)]).max() > 0.05, "it beats to the end"


def test_a_drum_quickens() -> None:
    roll = np.abs(drum(9.0, 1)).astype(np.float64)
    height = roll.reshape(-1, 441).max(axis=1)
    starts = [at for at in range(1, len(height)) if height[at] > 0.015 > height[at - 1]]
    assert len(starts) >= 5
    assert np.all(np.diff(np.diff(starts)) <= 0), "each gap is at most as long as the one before"


def test_a_drum_is_the_same_for_its_seed_and_another_for_another() -> None:
    assert np.array_equal(drum(4.0, 1), drum(4.0, 1))
    assert not np.array_equal(drum(4.0, 1), drum(4.0, 2))


def test_a_drum_does_not_click() -> None:
    assert np.abs(np.diff(drum(5.0, 3), prepend=0, append=0)).max() < 0.04
