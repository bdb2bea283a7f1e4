"""Samples have the length that was asked for, and become what a device takes without a change that could be heard."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from narrator.sound.dsp.samples import (
    BYTES,
    RATE,
    VOLUME_STEP,
    Samples,
    Volume,
    frames,
    from_pcm,
    silence,
    stepped,
    to_pcm,
    trimmed,
)

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


waves = arrays.arrays(np.float32, st.integers(1, 400), elements=st.floats(-1, 1, width=32)).map(
    lambda inside: np.concatenate([np.full(1, 0.5, np.float32), inside, np.full(1, -0.5, np.float32)])
)
noises = arrays.arrays(np.float32, st.integers(0, 2000), elements=st.floats(-(2**-12), 2**-12, width=32))


@given(st.integers(0, 3000), waves, st.integers(0, 3000))
def test_silence_is_cut_at_the_ends_and_nowhere_else(before: int, sound: Samples, after: int) -> None:
    around = np.concatenate([np.zeros(before, np.float32), sound, np.zeros(after, np.float32)])
    assert trimmed(around).tolist() == sound.tolist()


@given(noises, waves, noises)
def test_of_an_engines_breath_no_more_than_a_margin_is_left(before: Samples, sound: Samples, after: Samples) -> None:
    cut = trimmed(np.concatenate([before, sound, after]))
    assert sound.tobytes() in cut.tobytes()
    assert len(sound) <= len(cut) <= len(sound) + frames(0.005) + frames(0.015)


@given(st.integers(0, 2000))
def test_nothing_remains_of_mere_silence(length: int) -> None:
    assert len(trimmed(np.zeros(length, np.float32))) == 0


def test_a_soft_consonant_at_the_end_stays() -> None:
    """An f, 46 dB below the vowel before it."""
    vowel = np.full(RATE // 10, 0.3, np.float32)
    hiss = np.full(RATE // 10, 0.0015, np.float32)
    assert len(trimmed(np.concatenate([vowel, hiss, silence(0.5)]))) == 2 * (RATE // 10)


@given(st.floats(VOLUME_STEP, 1), st.integers(-20, 20))
def test_a_volume_stays_between_audible_and_as_rendered(volume: float, steps: int) -> None:
    assert VOLUME_STEP <= stepped(volume, steps) <= 1
    assert (stepped(volume, steps) - volume) * steps >= 0


def test_a_night_that_is_told_lower_covers_gestures_as_loud_as_any() -> None:
    volume = Volume(chosen=0.8, gain=-6.0)
    assert volume.level == pytest.approx(0.8 / 2, abs=0.01)
    volume.covering = True
    assert volume.level == 0.8
