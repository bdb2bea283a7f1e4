"""Samples have the length that was asked for, and become what a device takes without a change that could be heard."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from narrator.voice.samples import BYTES, RATE, Samples, frames, from_pcm, silence, to_pcm

sounds = arrays.arrays(np.float32, st.integers(0, 50), elements=st.floats(-1, 1, width=32))
too_loud = arrays.arrays(np.float32, st.integers(1, 50), elements=st.floats(1, 1e6, width=32))


def test_a_second_of_silence_has_as_many_samples_as_the_rate() -> None:
    assert len(silence(1.0)) == frames(1.0) == RATE
    assert len(silence(0.35)) == round(0.35 * RATE)
    assert to_pcm(silence(0.1)) == bytes(frames(0.1) * BYTES)


@given(st.lists(st.integers(-32768, 32767), max_size=50))
def test_what_a_device_recorded_comes_back_as_it_was(steps: list[int]) -> None:
    pcm = b"".join(step.to_bytes(2, "little", signed=True) for step in steps)
    samples = from_pcm(pcm)
    assert samples.dtype == np.float32
    assert np.all((samples >= -1) & (samples <= 1))
    assert to_pcm(samples) == pcm


@given(sounds)
def test_rounding_moves_no_sample_by_more_than_half_a_step(sound: Samples) -> None:
    moved = np.abs(from_pcm(to_pcm(sound)) - sound)
    assert np.all(moved[sound < 1 - 1 / 32768] <= 0.5 / 32768)


@given(too_loud)
def test_what_is_too_loud_is_clipped_and_does_not_wrap_around(sound: Samples) -> None:
    assert to_pcm(sound) == (32767).to_bytes(2, "little") * len(sound)
    assert to_pcm(-sound) == (-32768).to_bytes(2, "little", signed=True) * len(sound)


def test_half_a_sample_is_refused() -> None:
    with pytest.raises(ValueError, match="size"):
        from_pcm(b"\x00\x00\x00")


def test_samples_that_come_from_a_device_can_be_written_to() -> None:
    samples = from_pcm(b"\x00\x40")
    samples[0] = 0
    assert to_pcm(samples) == b"\x00\x00"
