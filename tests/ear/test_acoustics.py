"""Where a known sound lies in what a microphone hears tells latency, echo and clocks; what is kept of them."""

from __future__ import annotations

import stat

import numpy as np
import pytest
from numpy.typing import NDArray
from sounds import phrase

from narrator.ear.acoustics import LONGEST, Acoustics, Clocks, echo_of, keep, kept, levels, path
from narrator.ear.vad import Pcm
from narrator.sound.dsp.samples import HEARING_RATE

pytestmark = pytest.mark.usefixtures("home")

FIRST = round(LONGEST * HEARING_RATE)


def speech(seconds: float) -> NDArray[np.float64]:
    chance, count = np.random.default_rng(1), round(seconds * HEARING_RATE)
    swells = np.interp(np.arange(count) / 1600, np.arange(count // 1600 + 2), chance.random(count // 1600 + 2))
    return 3000 * swells**2 * np.convolve(chance.standard_normal(count), np.hanning(8), "same")


def pcm(sound: NDArray[np.float64]) -> Pcm:
    rounded: Pcm = np.rint(np.clip(sound, -32768, 32767)).astype(np.int16)
    return rounded


def heard(sound: NDArray[np.float64], late: int, ringing: float = 0.4) -> NDArray[np.float64]:
    """Return how a room hears it, so many samples later."""
    chance, count = np.random.default_rng(2), round(ringing * HEARING_RATE)
    room = 0.02 * chance.standard_normal(count) * np.exp(-6.9 * np.arange(count) / count)
    room[0] = 0.5
    return np.concatenate([np.zeros(late), np.convolve(sound, room)])[FIRST : len(sound)]


@pytest.mark.parametrize("late", [0.003, 0.06, 0.26, 0.55])
def test_an_echo_is_found_in_a_room_and_among_noise(late: float) -> None:
    said, samples = speech(3.0), round(late * HEARING_RATE)
    microphone = heard(said, samples)
    microphone += 60 * np.random.default_rng(5).standard_normal(len(microphone))
    assert echo_of(pcm(said), pcm(microphone)) == pytest.approx(samples, abs=1)


def test_what_is_not_heard_has_no_echo() -> None:
    said = speech(3.0)
    other = np.random.default_rng(5).standard_normal(len(said) - FIRST) * 1000
    assert echo_of(pcm(said), pcm(other)) is None
    assert echo_of(pcm(said), pcm(np.zeros(len(said) - FIRST))) is None
    assert echo_of(pcm(np.zeros(len(said))), pcm(other)) is None


def test_who_answers_does_not_hide_the_echo() -> None:
    said = speech(3.0)
    microphone = heard(said, 900)
    answer = phrase()[: len(microphone)] * 8000
    microphone[-len(answer) :] += answer
    assert echo_of(pcm(said), pcm(microphone)) == pytest.approx(900, abs=1)


def test_levels_are_those_of_words_and_of_silence() -> None:
    said = np.concatenate([speech(1.0), np.zeros(HEARING_RATE)])
    microphone = 0.5 * said + 33 * np.random.default_rng(5).standard_normal(len(said))
    found = levels(pcm(said), pcm(microphone))
    assert found is not None
    echo, noise = found
    assert -45 < echo < -20
    assert noise == pytest.approx(-60, abs=2)
    assert levels(pcm(speech(1.0) + 2000), pcm(speech(1.0))) is None


def test_clocks_are_told_apart_after_a_minute_and_after_lost_samples_anew() -> None:
    clocks = Clocks()
    assert clocks.skew(10.0, 9.9) is None
    assert clocks.skew(40.0, 39.9 + 30 * 50e-6) is None
    assert clocks.skew(110.0, 109.9 + 100 * 50e-6) == pytest.approx(50, abs=0.1)
    assert clocks.skew(200.0, 199.0) == pytest.approx(50, abs=0.1)
    assert clocks.skew(300.0, 299.0 - 100 * 20e-6) == pytest.approx(-20, abs=0.1)


def test_it_is_kept_by_devices_for_its_owner_alone() -> None:
    assert kept("Cone", "Ear") is None
    keep("Cone", "Ear", Acoustics(0.2, -20.0, -60.0, 50.0))
    keep("Horn", "Ear", Acoustics(0.1, -30.0, -50.0))
    assert kept("Cone", "Ear") == Acoustics(0.2, -20.0, -60.0, 50.0)
    assert kept("Horn", "Ear") == Acoustics(0.1, -30.0, -50.0)
    assert kept("Cone", "Horn") is None
    assert stat.S_IMODE(path().stat().st_mode) == 0o600
    keep("Cone", "Ear", Acoustics(0.3, -20.0, -60.0))
    assert kept("Cone", "Ear") == Acoustics(0.3, -20.0, -60.0, 50.0)


@pytest.mark.parametrize("damage", ["", "[]", "{", '{"Cone > Ear": 3}', '{"Cone > Ear": {"late": "soon"}}'])
def test_what_cannot_be_read_is_measured_anew(damage: str) -> None:
    keep("Horn", "Ear", Acoustics(0.2, -20.0, -60.0))
    path().write_text(damage)
    assert kept("Cone", "Ear") is None
    keep("Cone", "Ear", Acoustics(0.2, -20.0, -60.0))
    assert kept("Cone", "Ear") == Acoustics(0.2, -20.0, -60.0)


def test_a_table_that_sounds_as_before_is_not_kept_again() -> None:
    before = Acoustics(0.2, -20.0, -60.0)
    assert Acoustics(0.21, -22.0, -57.0).like(before)
    assert not before.like(None)
    assert not Acoustics(0.25, -20.0, -60.0).like(before)
    assert not Acoustics(0.2, -20.0, -60.0, 50.0).like(before)
