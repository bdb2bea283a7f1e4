"""What is too low for a voice is taken out of the sound, and nothing else."""

from __future__ import annotations

import numpy as np
import pytest
from bursts import cut, hiss
from hypothesis import given
from hypothesis import strategies as st

from narrator.voice.ear.noise import RATE, Pcm, decibels, power
from narrator.voice.ear.rumble import DELAY, Rumble

NOISE = hiss(0.2, -30.0)


def tone(hertz: float) -> Pcm:
    sound: Pcm = np.rint(10000 * np.sin(2 * np.pi * hertz * np.arange(RATE) / RATE)).astype(np.int16)
    return sound


def change(hertz: float) -> float:
    """Return by how many dB a tone of this pitch is louder without its rumble."""
    sound = tone(hertz)
    return decibels(power(Rumble().without(sound)[2 * DELAY :])) - decibels(power(sound))


@pytest.mark.parametrize("hertz", [20, 40])
def test_what_is_lower_than_any_voice_is_taken_out(hertz: float) -> None:
    assert change(hertz) < -12


@pytest.mark.parametrize("hertz", [300, 1000, 4000])
def test_what_makes_words_is_left(hertz: float) -> None:
    assert change(hertz) == pytest.approx(0, abs=1)


def test_what_is_left_comes_a_little_later() -> None:
    left = Rumble().without(tone(2000)).astype(float)
    late = tone(2000)[: RATE - DELAY].astype(float)
    assert np.abs(left[DELAY:][200:] - late[200:]).max() < 300


@given(st.lists(st.integers(0, len(NOISE)), max_size=8))
def test_where_the_sound_is_cut_changes_nothing_in_it(cuts: list[int]) -> None:
    rumble = Rumble()
    assert (
        np.concatenate([rumble.without(piece) for piece in cut(NOISE, cuts)]).tolist()
        == Rumble().without(NOISE).tolist()
    )


def test_after_a_reset_nothing_is_left_of_what_came_before() -> None:
    rumble = Rumble()
    rumble.without(NOISE)
    rumble.reset()
    assert rumble.without(NOISE).tolist() == Rumble().without(NOISE).tolist()
