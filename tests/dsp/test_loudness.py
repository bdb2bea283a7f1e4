"""Every phrase is as loud as every other one."""

from __future__ import annotations

import numpy as np
import pyloudnorm
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sounds import A_VOWEL, AN_I, hiss, phrase, tone, vowel

from narrator.dsp.limiter import CEILING, true_peak
from narrator.dsp.loudness import SHORTEST, TARGET, amplified, levelled, loudness
from narrator.dsp.samples import RATE, Samples, frames, silence

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
