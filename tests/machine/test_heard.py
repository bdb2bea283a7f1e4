"""What is heard on an emulated card is counted in seconds, and the lines in it are known, whole or not at all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.signal import resample

from machine.heard import HEADER, RATE, first_sound, loud_seconds, recording, second_of, silent_seconds
from narrator.sound.dsp.samples import RATE as SPOKEN_RATE
from narrator.sound.dsp.samples import Samples, to_pcm


def written(path: Path, *levels: float) -> Path:
    """Write a second of each level, on both channels, as QEMU does while it goes on."""
    seconds = [np.full((RATE, 2), level * 32767, dtype="<i2").tobytes() for level in levels]
    path.write_bytes(bytes(HEADER) + b"".join(seconds) + b"\1")
    return path


def test_seconds_of_sound_are_counted_and_silence_is_not(tmp_path: Path) -> None:
    assert loud_seconds(written(tmp_path / "a.wav", 0.0, 0.1, 0.0, 0.01)) == 2.0
    assert loud_seconds(written(tmp_path / "b.wav", 0.0, 0.0)) == 0.0


def test_the_first_sound_and_the_silence_since_the_last_are_told(tmp_path: Path) -> None:
    wav = written(tmp_path / "a.wav", 0.0, 0.0, 0.1, 0.0, 0.1, 0.0, 0.0, 0.0)
    assert (first_sound(wav), silent_seconds(wav)) == (2.0, 3.0)
    assert silent_seconds(written(tmp_path / "b.wav", 0.0, 0.0)) == 0.0


def test_a_card_that_was_never_opened_is_silent(tmp_path: Path) -> None:
    assert loud_seconds(tmp_path / "none.wav") == 0.0
    (tmp_path / "empty.wav").touch()
    assert loud_seconds(tmp_path / "empty.wav") == 0.0


def played(path: Path, spoken: Samples) -> Path:
    """Write what a card plays that is slow by a thousandth, on both channels, after two seconds of silence."""
    frames = resample(spoken, round(len(spoken) * RATE / SPOKEN_RATE * 1.001)).astype(np.float32)
    path.write_bytes(bytes(HEADER) + bytes(8 * RATE) + to_pcm(np.repeat(frames, 2)))
    return path


def test_a_line_is_found_where_it_is_said_and_another_one_is_not(tmp_path: Path) -> None:
    wav = played(tmp_path / "a.wav", recording("box.hello"))
    assert second_of("box.hello", wav) == pytest.approx(2.0, abs=0.01)
    assert second_of("box.over", wav) is None


def test_a_line_of_which_a_half_is_missing_was_not_said(tmp_path: Path) -> None:
    spoken = recording("box.hello").copy()
    spoken[len(spoken) // 2 :] = 0.0
    assert second_of("box.hello", played(tmp_path / "a.wav", spoken)) is None
    assert second_of("box.hello", tmp_path / "none.wav") is None
