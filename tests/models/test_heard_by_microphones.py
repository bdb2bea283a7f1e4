"""Whatever microphone there is: as many samples come out as went in, all of them numbers, and the words stay."""

from __future__ import annotations

import numpy as np
import pytest

from models.build.microphone import clipped, coloured_by, levelled, recorded, telephoned
from models.build.sound import RATE, Samples

CHANGES = (coloured_by, levelled, clipped, telephoned, recorded)


def word(seconds: float = 0.5) -> Samples:
    """A tone of 400 Hz that begins after 0.1 s."""
    time = np.arange(round(seconds * RATE)) / RATE
    return np.asarray(np.where(time > 0.1, 8000 * np.sin(2 * np.pi * 400 * time), 0), np.float32)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
@pytest.mark.parametrize("seed", range(12))
def test_a_sound_keeps_its_length_and_its_place(change: object, seed: int) -> None:
    assert callable(change)
    sound = word()
    heard = change(sound, np.random.default_rng(seed))
    assert heard.shape == sound.shape
    assert np.isfinite(heard).all()
    begin = np.flatnonzero(np.abs(heard) > 0.2 * np.abs(heard).max())[0] / RATE
    assert begin == pytest.approx(0.1, abs=0.02)


def test_a_telephone_lets_nothing_through_above_four_kilohertz() -> None:
    hiss = np.random.default_rng(0).standard_normal(RATE).astype(np.float32) * 3000
    for seed in range(8):
        spectrum = np.abs(np.fft.rfft(telephoned(hiss, np.random.default_rng(seed))))
        assert spectrum[4200:].mean() < 0.1 * spectrum[500:3000].mean()


def test_too_much_level_is_cut_off() -> None:
    assert np.abs(clipped(word(), np.random.default_rng(0))).max() < 0.9 * np.abs(word()).max()


def test_an_automatic_gain_lifts_what_is_soft() -> None:
    sound = word()
    sound[: RATE // 20] = 40
    heard = levelled(sound, np.random.default_rng(0))
    assert np.abs(heard[:800]).max() / np.abs(heard).max() > np.abs(sound[:800]).max() / np.abs(sound).max()
