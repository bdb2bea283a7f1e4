"""What is quiet enough stays as it is; the rest keeps its order, and nothing passes the peak."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.audio import mixer
from narrator.dsp.gains import soft_clipped
from narrator.soundscape import scenes

limits = pytest.mark.parametrize(("knee", "peak"), [(mixer.KNEE, mixer.PEAK), (scenes.KNEE, scenes.PEAK)])
widths = pytest.mark.parametrize("width", [np.float32, np.float64])


@limits
@widths
@given(values=st.lists(st.floats(-1e9, 1e9) | st.floats(-4, 4), max_size=40))
def test_what_is_quiet_stays_and_the_rest_keeps_its_order_under_the_peak(
    knee: float, peak: float, width: type[np.float32], values: list[float]
) -> None:
    samples = np.sort(np.array(values, dtype=width))
    bent = soft_clipped(samples, knee, peak)
    assert bent.dtype == width
    quiet = np.abs(samples) <= knee
    assert (bent[quiet] == samples[quiet]).all()
    assert (np.diff(bent) >= 0).all()
    assert np.abs(bent).max(initial=0) <= peak


def test_a_scene_stays_far_below_speech() -> None:
    assert scenes.PEAK < 10 ** (-12 / 20)
