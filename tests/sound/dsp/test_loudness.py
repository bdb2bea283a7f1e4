"""Every phrase is as loud as every other one."""

from __future__ import annotations

import numpy as np
import pyloudnorm
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.signal import resample_poly
from sounds import A_VOWEL, AN_I, hiss, phrase, tone, vowel

from narrator.sound.audio import mixer
from narrator.sound.dsp.gains import soft_clipped
from narrator.sound.dsp.loudness import (
    CEILING,
    LOOK_AHEAD,
    RECOVERY,
    SHORTEST,
    TARGET,
    amplified,
    convolved,
    levelled,
    limited,
    loudness,
    true_peak,
)
from narrator.sound.dsp.samples import RATE, Samples, frames, silence
from narrator.sound.soundscape import scenes

SOUNDS = {"vowels": phrase(), "an a": vowel(A_VOWEL, 1.0), "an i": vowel(AN_I, 1.0, 200.0), "a hiss": hiss(1.0)}


def test_the_reference_tone_of_the_standard_has_its_loudness() -> None:
    assert loudness(tone(997, 2.0, 1.0)) == pytest.approx(-3.01, abs=0.1)
    assert loudness(tone(997, 2.0, 0.1)) == pytest.approx(-23.01, abs=0.1)


@pytest.mark.parametrize("sound", SOUNDS.values(), ids=SOUNDS.keys())
@settings(max_examples=20)
@given(gain=st.floats(-40, 12), target=st.floats(-30, -18))
def test_a_sound_gets_the_loudness_that_is_asked_for(sound: Samples, gain: float, target: float) -> None:
    heard = levelled(amplified(sound, gain), target)
    assert pyloudnorm.Meter(RATE).integrated_loudness(heard.astype(np.float64)) == pytest.approx(target, abs=0.3)
    assert true_peak(heard) <= CEILING + 1e-6


@pytest.mark.parametrize("gain", [-30.0, 0.0, 12.0])
def test_what_the_limiter_takes_of_a_few_pops_is_given_back_however_loud_they_come(gain: float) -> None:
    sound = hiss(2.0)
    sound[:: RATE // 2] += 8 * np.abs(sound).max()
    heard = levelled(amplified(sound, TARGET - loudness(sound) + gain))
    assert true_peak(amplified(sound, TARGET - loudness(sound))) > CEILING + 6
    assert loudness(heard) == pytest.approx(TARGET, abs=0.1)
    assert true_peak(heard) <= CEILING + 1e-6


@pytest.mark.parametrize("seconds", [0.05, 0.15, 0.3, 0.39])
def test_a_clip_too_short_to_be_measured_is_as_loud_as_it_would_be_if_it_lasted(seconds: float) -> None:
    assert seconds < SHORTEST
    short, long = levelled(vowel(A_VOWEL, 2.0)[: frames(seconds)]), levelled(vowel(A_VOWEL, 2.0))
    middle = slice(short.size // 4, short.size // 2)
    assert np.std(short[middle]) == pytest.approx(np.std(long[middle]), rel=0.12)  # 1 dB


@pytest.mark.parametrize("seconds", [0.0, 0.1, 2.0])
def test_silence_stays_silence(seconds: float) -> None:
    assert loudness(silence(seconds)) == -np.inf
    assert np.array_equal(levelled(silence(seconds)), silence(seconds))


def test_what_nobody_hears_is_not_made_loud() -> None:
    whir = hiss(1.0, 1e-5)
    assert np.array_equal(levelled(whir), whir)


def test_a_click_ends_at_the_ceiling_and_below_the_target() -> None:
    click = silence(1.0)
    click[5000:5004] = 0.5
    assert loudness(levelled(click)) < TARGET
    assert -2 < true_peak(levelled(click)) <= CEILING + 1e-6


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
