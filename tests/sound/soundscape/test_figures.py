"""What is played in place of words, figures, drum, earcon: as long as told, far under speech, the same for its seed."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from narrator.sound.dsp.loudness import TARGET, loudness
from narrator.sound.dsp.samples import RATE, Samples, frames
from narrator.sound.soundscape.instruments import FIGURES, drum, figure
from narrator.sound.soundscape.source import earcon

UNDER_SPEECH = 14.0
"""LU by which a figure is softer than words, at least."""

figures = pytest.mark.parametrize("name", sorted(FIGURES))


@figures
@pytest.mark.parametrize("seconds", [0.0, 0.6, 1.8, 2.5])
def test_a_figure_lasts_as_told_and_ends_in_silence_without_a_click(name: str, seconds: float) -> None:
    played = figure(seconds, name, 3)
    assert played.dtype == np.float32
    assert len(played) == frames(seconds)
    if seconds:
        assert played.any()
        assert not played[-frames(0.09 * seconds) :].any()
        assert np.abs(np.diff(played, prepend=0, append=0)).max() < 0.02


@figures
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("seconds", [1.26, 1.8, 2.25])
def test_a_figure_is_heard_far_under_speech(name: str, seed: int, seconds: float) -> None:
    assert TARGET - 25 < loudness(figure(seconds, name, seed)) < TARGET - UNDER_SPEECH


@pytest.mark.parametrize("name", ["", *FIGURES])
def test_a_figure_is_the_same_for_its_seed_and_each_evening_has_its_key(name: str) -> None:
    assert np.array_equal(figure(1.8, name, 1), figure(1.8, name, 1))
    assert len({figure(1.8, name, seed).tobytes() for seed in range(20)}) > 2


def test_figures_are_told_apart() -> None:
    assert len({figure(1.8, name, 1).tobytes() for name in FIGURES}) == len(FIGURES)


def test_what_names_no_figure_is_a_drum() -> None:
    assert np.array_equal(figure(2.0, "", 4), drum(2.0, 4))


def test_the_earcon_is_short_and_soft_and_does_not_click() -> None:
    sound = earcon()
    assert 0.2 < len(sound) / RATE < 0.6
    assert 0.03 < np.abs(sound).max() < 10 ** (-20 / 20)
    assert np.abs(np.diff(sound, prepend=0, append=0)).max() < 0.08  # a step of a whole period's height in four samples
    assert np.abs(sound[:40]).max() < 0.01
    assert np.abs(sound[-40:]).max() < 0.001


def test_the_earcon_rises_like_a_question() -> None:
    def note(part: Samples) -> int:
        return int(np.argmax(np.abs(np.fft.rfft(part, 1 << 16))))

    sound = earcon()
    assert note(sound[: frames(0.1)]) < note(sound[-frames(0.3) :])


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


def test_a_drum_does_not_click() -> None:
    assert np.abs(np.diff(drum(5.0, 3), prepend=0, append=0)).max() < 0.04
