"""What is heard on an emulated card is counted in seconds, silence is not, nor is what is not written yet."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from machine.table import HEADER, RATE, first_sound, loud_seconds, silent_seconds


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
