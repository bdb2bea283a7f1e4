"""No peak passes the limiter; what is no peak passes it as it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.signal import resample_poly
from sounds import hiss, phrase, tone

from narrator.dsp.limiter import CEILING, LOOK_AHEAD, RECOVERY, limited, true_peak
from narrator.dsp.samples import RATE, Samples, frames

bursts = arrays.arrays(np.float32, st.integers(1, 40), elements=st.floats(-8, 8, width=32))


@settings(max_examples=50)
@given(bursts, st.integers(1, 60))
def test_no_peak_is_above_the_ceiling(burst: Samples, spaced: int) -> None:
    sound = np.zeros(burst.size * spaced, dtype=np.float32)
    sound[::spaced] = burst
    held = limited(sound)
    assert held.shape == sound.shape
    assert true_peak(held) <= CEILING + 1e-6
    assert np.all(np.abs(held) <= np.abs(sound))


@pytest.mark.parametrize("gain", [2, 5, 20])
def test_a_finer_measure_finds_no_peak_above_the_ceiling_either(gain: float) -> None:
    held = limited(phrase() * np.float32(gain))
    between = np.abs(resample_poly(np.pad(held, 200).astype(np.float64), 16, 1)).max()
    assert 20 * np.log10(between) <= CEILING + 0.1


def test_a_peak_between_the_samples_is_found() -> None:
    quarter = tone(RATE / 4, 0.1, 1.0)
    shifted = np.cos(np.pi / 2 * np.arange(2000) + np.pi / 4).astype(np.float32)
    assert np.abs(shifted).max() == pytest.approx(0.707, abs=0.001)
    assert true_peak(shifted[500:1500]) == pytest.approx(true_peak(quarter), abs=0.5)


def test_silence_has_no_peak() -> None:
    assert true_peak(np.zeros(100, dtype=np.float32)) == -np.inf
    assert true_peak(np.zeros(0, dtype=np.float32)) == -np.inf


def test_what_has_no_peak_passes_as_it_is() -> None:
    sound = phrase()
    assert np.array_equal(limited(sound), sound)


def test_quiet_sounds_before_and_after_a_peak_are_left_alone() -> None:
    quiet, loud = hiss(1.0, 0.01), tone(300, 0.2, 2.0)
    held = limited(np.concatenate([quiet, loud, quiet]))
    reach = frames(2 * LOOK_AHEAD)
    back = frames((20 * np.log10(2) - CEILING + 1) / RECOVERY) + reach
    assert np.array_equal(held[: RATE - reach], quiet[: RATE - reach])
    assert np.array_equal(held[RATE + loud.size + back :], quiet[back:])


def test_it_turns_down_and_up_without_a_step() -> None:
    sound = np.concatenate([tone(100, 0.5, 0.5), tone(100, 0.5, 4.0), tone(100, 0.5, 0.5)])
    heard = np.abs(sound) > 0.05
    change = 20 * np.log10(np.abs(limited(sound)[heard] / sound[heard]))
    assert np.abs(np.diff(change)).max() < 1.0
    assert change.max() <= 1e-6
