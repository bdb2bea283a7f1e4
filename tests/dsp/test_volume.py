"""How loud everything is: what people choose, how low a night is told, and what covers gestures."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.dsp.volume import STEP, Volume, stepped


@given(st.floats(STEP, 1), st.integers(-20, 20))
def test_a_volume_stays_between_audible_and_as_rendered(volume: float, steps: int) -> None:
    assert STEP <= stepped(volume, steps) <= 1
    assert (stepped(volume, steps) - volume) * steps >= 0


def test_a_night_that_is_told_lower_covers_gestures_as_loud_as_any() -> None:
    volume = Volume(chosen=0.8, gain=-6.0)
    assert volume.level == pytest.approx(0.8 / 2, abs=0.01)
    volume.covering = True
    assert volume.level == 0.8
