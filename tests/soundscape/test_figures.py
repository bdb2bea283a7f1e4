"""What is played in the place of words: as long as told, far under speech, the same for the public seed."""

from __future__ import annotations

import numpy as np
import pytest

from narrator.dsp.loudness import TARGET, loudness
from narrator.dsp.samples import frames
from narrator.soundscape.figures import FIGURES, figure
from narrator.soundscape.sources.heart import drum

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


@figures
def test_a_figure_is_the_same_for_its_seed_and_each_evening_has_its_key(name: str) -> None:
    assert np.array_equal(figure(1.8, name, 1), figure(1.8, name, 1))
    assert len({figure(1.8, name, seed).tobytes() for seed in range(20)}) > 2


def test_figures_are_told_apart() -> None:
    assert len({figure(1.8, name, 1).tobytes() for name in FIGURES}) == len(FIGURES)


def test_what_names_no_figure_is_a_drum() -> None:
    assert np.array_equal(figure(2.0, "", 4), drum(2.0, 4))
