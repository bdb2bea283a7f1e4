"""The features are Kaldi's: compared with the definitions, written out sum by sum."""

from __future__ import annotations

import cmath
import math

import numpy as np
import pytest

from models.build.mfcc import CEPSTRA, LENGTH, SETTINGS, SHIFT, mfcc
from models.build.sound import RATE, Samples


def written_out(frame: list[float]) -> list[float]:
    """The cepstra of 400 samples by the definitions, with no transform but the sums of a Fourier series."""
    mean = sum(frame) / len(frame)
    centred = [value - mean for value in frame]
    emphasised = [value - 0.97 * centred[max(0, index - 1)] for index, value in enumerate(centred)]
    windowed = [
        value * (0.5 - 0.5 * math.cos(2 * math.pi * index / 399)) ** 0.85 for index, value in enumerate(emphasised)
    ]
    power = []
    for line in range(256):
        turn = cmath.exp(-2j * math.pi * line / 512)
        power.append(abs(sum(value * turn**index for index, value in enumerate(windowed))) ** 2)

    def mel(hertz: float) -> float:
        return 1127 * math.log(1 + hertz / 700)

    low, width = mel(20), (mel(7600) - mel(20)) / 41
    bands = []
    for band in range(40):
        left, centre, right = (low + (band + edge) * width for edge in range(3))
        energy = 0.0
        for line, value in enumerate(power):
            place = mel(line * 16000 / 512)
            if left < place <= centre:
                energy += value * (place - left) / (centre - left)
            elif centre < place < right:
                energy += value * (right - place) / (right - centre)
        bands.append(math.log(max(energy, 2**-23)))
    cepstra = []
    for order in range(40):
        scale = math.sqrt((1 if order == 0 else 2) / 40)
        total = sum(value * math.cos(math.pi / 40 * (band + 0.5) * order) for band, value in enumerate(bands))
        cepstra.append(scale * total * (1 + 11 * math.sin(math.pi * order / 22)))
    return cepstra


def chord(count: int) -> Samples:
    """Three tones of uneven strength over a little hiss, in the scale of 16 bits."""
    time = np.arange(count) / RATE
    tones = 4000 * np.sin(2 * np.pi * 220 * time) + 900 * np.sin(2 * np.pi * 1730 * time + 1)
    hiss = np.random.default_rng(3).standard_normal(count)
    return np.asarray(np.round(tones + 120 * np.sin(2 * np.pi * 5100 * time) + 20 * hiss), np.float32)


def test_every_cepstrum_is_what_the_definitions_give() -> None:
    samples = chord(LENGTH + 2 * SHIFT)
    for number, found in enumerate(mfcc(samples)):
        frame = [float(value) for value in samples[number * SHIFT : number * SHIFT + LENGTH]]
        assert found == pytest.approx(written_out(frame), abs=2e-3)


@pytest.mark.parametrize(("samples", "frames"), [(0, 0), (399, 0), (400, 1), (559, 1), (560, 2), (16000, 98)])
def test_a_frame_is_made_of_whole_400_samples_every_160(samples: int, frames: int) -> None:
    assert mfcc(np.ones(samples, np.float32)).shape == (frames, CEPSTRA)


def test_digital_silence_has_a_first_cepstrum_at_the_floor_and_no_other() -> None:
    (silent,) = mfcc(np.zeros(LENGTH, np.float32))
    assert silent[0] == pytest.approx(math.sqrt(40) * math.log(2**-23), rel=1e-5)
    assert silent[1:] == pytest.approx(np.zeros(CEPSTRA - 1), abs=1e-3)


def test_ten_times_the_amplitude_moves_the_first_cepstrum_alone() -> None:
    quiet, loud = mfcc(chord(LENGTH)), mfcc(10 * chord(LENGTH))
    assert loud[0, 0] - quiet[0, 0] == pytest.approx(math.sqrt(40) * math.log(100), rel=1e-4)
    assert loud[0, 1:] == pytest.approx(quiet[0, 1:], abs=2e-3)


def test_the_settings_turn_off_what_would_make_results_random() -> None:
    assert "--dither=0\n" in SETTINGS
    assert "--use-energy=false\n" in SETTINGS


def test_a_warp_moves_formants_as_a_shorter_vocal_tract_does() -> None:
    rng = np.random.default_rng(0)
    time = np.arange(RATE) / RATE
    low, high = (sum(np.sin(2 * np.pi * hertz * factor * time) for hertz in (500, 1500, 2500)) for factor in (1, 1.1))
    hiss = rng.standard_normal(RATE) * 0.01
    lower, higher = ((1000 * (sound + hiss)).astype(np.float32) for sound in (low, high))
    apart = np.abs(mfcc(lower) - mfcc(higher)).mean()
    assert np.abs(mfcc(lower, 1.1) - mfcc(higher)).mean() < 0.5 * apart
    assert np.array_equal(mfcc(lower, 1.0), mfcc(lower))


@pytest.mark.parametrize(("hertz", "moved"), [(500, 0.9), (3000, 1.1)])
def test_a_bend_moves_first_formants_and_the_others_apart(hertz: float, moved: float) -> None:
    time = np.arange(LENGTH) / RATE
    tone, other = (np.asarray(1000 * np.sin(2 * np.pi * hertz * by * time), np.float32) for by in (1.0, moved))
    apart = np.abs(mfcc(tone) - mfcc(other)).mean()
    assert np.abs(mfcc(tone, bend=0.2) - mfcc(other)).mean() < 0.5 * apart
    assert np.abs(mfcc(tone, bend=-0.2) - mfcc(other)).mean() > apart
