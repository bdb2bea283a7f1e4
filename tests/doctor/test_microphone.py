"""What a microphone heard is measured, and the worst of it is said with a remedy."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from narrator.doctor.microphone import judged, measured, told
from narrator.doctor.visit import State, says
from narrator.ear.acoustics import Acoustics

RATE = 16000
SECONDS = 2


def tone(pitch: float, level: float) -> NDArray[np.float32]:
    """Return a tone whose power is `level` dB under full scale."""
    time = np.arange(SECONDS * RATE) / RATE
    return (math.sqrt(2) * 10 ** (level / 20) * np.sin(2 * np.pi * pitch * time)).astype(np.float32)


def hiss(level: float) -> NDArray[np.float32]:
    return (10 ** (level / 20) * np.random.default_rng(1).standard_normal(SECONDS * RATE)).astype(np.float32)


@pytest.mark.parametrize("level", [-60, -30, -6])
def test_the_level_is_that_of_the_power(level: int) -> None:
    assert abs(measured(tone(440, level)).level - level) <= 1


def test_the_peak_is_the_loudest_tenth_of_a_second() -> None:
    sound = hiss(-60)
    sound[8000:9600] = tone(300, -20)[:1600]
    assert abs(measured(sound).peak + 20) <= 1
    assert measured(sound).level < -30


@given(st.floats(-0.5, 0.5))
def test_an_offset_is_measured_and_is_no_sound(offset: float) -> None:
    level = measured(np.full(RATE, offset, dtype=np.float32))
    assert abs(level.offset - abs(offset)) < 1e-3
    assert level.level <= -90


@pytest.mark.parametrize("mains", [50, 60])
def test_hum_is_told_from_a_voice_and_from_hiss(mains: int) -> None:
    assert measured(tone(mains, -40) + tone(3 * mains, -45) + hiss(-60)).hum > 0.8
    assert measured(hiss(-40)).hum < 0.1
    assert measured(tone(220, -20) + hiss(-40)).hum < 0.1


def test_faults_are_found_and_each_has_its_remedy() -> None:
    cases = [
        (np.zeros(RATE, dtype=np.float32), State.WRONG, says("microphone.unmute")),
        (np.full(RATE, 0.3, dtype=np.float32), State.WRONG, says("microphone.unmute")),
        (np.clip(tone(300, 3), -1, 1), State.WRONG, says("microphone.lower")),
        (tone(50, -40) + hiss(-70), State.WRONG, says("microphone.earth")),
        (hiss(-70), State.WRONG, says("microphone.nearer")),
        (hiss(-40) + np.float32(0.05), State.NOTE, says("microphone.bear")),
        (hiss(-30), State.WELL, None),
    ]
    for sound, state, remedy in cases:
        found = judged(measured(sound), "USB Mic", speaking=True)
        assert (found.state, found.remedy) == (state, remedy)
        assert "USB Mic" in found.text.written("fr")


def test_where_nobody_was_asked_to_speak_a_quiet_room_is_well_and_a_loud_one_is_told() -> None:
    assert judged(measured(hiss(-70)), "Mic", speaking=False).state is State.WELL
    assert judged(measured(hiss(-15)), "Mic", speaking=False).remedy == says("microphone.quieter")


def test_what_was_measured_at_the_table_is_told_behind_the_level() -> None:
    known = Acoustics(0.2, -20.4, -61.0)
    text = told(says("microphone.unmute"), "Cone", known).written("en")
    assert text.endswith("It hears the narrator (“Cone” 200 ms later than that says, echo -20 dB, noise -61 dB).")
    assert told(says("microphone.unmute"), "Cone", replace(known, skew=49.7)).written("en").endswith("50 millionths).")
