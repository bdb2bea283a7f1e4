"""A whisper has the vowels of speech and nothing of its pitch."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from sounds import A_VOWEL, AN_I, hiss, periodicity, phrase, strongest, vowel

from narrator.dsp.samples import RATE, Samples
from narrator.dsp.whisper import whispered

sounds = arrays.arrays(np.float32, st.integers(0, 3000), elements=st.floats(-1, 1, width=32))


def spread(sound: Samples) -> float:
    """Return the level of a sound as its root mean square."""
    return float(np.sqrt((sound**2).mean()))


@pytest.mark.parametrize("pitch", [75.0, 110.0, 220.0])
def test_a_whisper_has_no_pitch(pitch: float) -> None:
    spoken = vowel(A_VOWEL, 1.0, pitch)
    assert periodicity(spoken, pitch) > 0.9
    assert abs(periodicity(whispered(spoken), pitch)) < 0.2


@pytest.mark.parametrize("formants", [A_VOWEL, AN_I])
def test_a_whispered_vowel_is_the_same_vowel(formants: tuple[float, float, float]) -> None:
    spoken, breathed = vowel(formants, 1.0), whispered(vowel(formants, 1.0))
    first, second, third = formants
    edges = (first - 150, (first + second) / 2, (second + third) / 2, third + 500)
    for low, high in pairwise(edges):
        assert strongest(breathed, low, high) == pytest.approx(strongest(spoken, low, high), abs=130)


def test_what_has_no_voice_passes() -> None:
    spoken = hiss(1.0)
    assert np.corrcoef(spoken, whispered(spoken))[0, 1] > 0.95


def test_voiced_sounds_get_softer_in_relation_to_breathed_ones() -> None:
    spoken = vowel(A_VOWEL, 1.0)
    assert 0.02 * spread(spoken) < spread(whispered(spoken)) < spread(spoken)


def test_a_little_whisper_leaves_some_voice() -> None:
    spoken = vowel(A_VOWEL, 1.0)
    none, half, all_ = (periodicity(whispered(spoken, amount)) for amount in (0.0, 0.5, 1.0))
    assert none > half > all_
    assert np.array_equal(whispered(spoken, 0.0), spoken)


def test_the_same_phrase_is_whispered_the_same_way_every_time() -> None:
    assert np.array_equal(whispered(phrase()), whispered(phrase()))


def test_silence_in_a_phrase_stays_silent() -> None:
    spoken = np.concatenate([vowel(A_VOWEL, 0.5), np.zeros(RATE, np.float32), vowel(AN_I, 0.5)])
    middle = slice(round(0.6 * RATE), round(1.4 * RATE))
    assert np.abs(whispered(spoken)[middle]).max() < 1e-4


@settings(max_examples=30)
@given(sounds, st.floats(0, 1))
def test_a_whisper_lasts_as_long_as_the_words_and_is_sound(sound: Samples, amount: float) -> None:
    breathed = whispered(sound, amount)
    assert breathed.shape == sound.shape
    assert breathed.dtype == np.float32
    assert np.isfinite(breathed).all()
    assert spread(np.append(breathed, np.float32(0))) <= 3 * spread(np.append(sound, np.float32(0))) + 1e-4
