"""A sound file is read as one channel at the rate that is asked for; what is no sound is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.sound.dsp.sound_reading import UnreadableSoundError, read_sound

PITCH = 440

READING = """
import resource, sys
from pathlib import Path
from narrator.sound.dsp.sound_reading import read_sound
read_sound(Path(sys.argv[1]), 24000, 1)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
read_sound(Path(sys.argv[1]), 24000, 30)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
"""Prints how many kilobytes it takes to read half a minute."""


def tone(seconds: float, rate: int) -> np.ndarray:
    return 0.4 * np.sin(2 * np.pi * PITCH * np.arange(round(seconds * rate)) / rate)


@pytest.mark.parametrize("suffix", ["wav", "flac", "ogg", "mp3"])
@pytest.mark.parametrize("rate", [16000, 44100])
def test_two_channels_become_one_at_the_rate_that_is_asked_for(tmp_path: Path, suffix: str, rate: int) -> None:
    file = tmp_path / f"tone.{suffix}"
    soundfile.write(file, np.stack([tone(2, 44100), np.zeros(2 * 44100)], axis=1), 44100)
    sound = read_sound(file, rate)
    assert sound.shape == (2 * rate,)
    assert sound.dtype == np.float32
    inside = sound[rate // 2 : -rate // 2]
    assert np.abs(np.fft.rfft(inside)).argmax() * rate / inside.size == pytest.approx(PITCH, abs=2)
    assert np.abs(inside).max() == pytest.approx(0.2, abs=0.02)


def test_at_its_own_rate_a_sound_is_what_was_written(tmp_path: Path) -> None:
    written = tone(1, 22050).astype(np.float32)
    soundfile.write(tmp_path / "tone.wav", written, 22050, subtype="FLOAT")
    assert np.array_equal(read_sound(tmp_path / "tone.wav", 22050), written)


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf, 3e38, -3e38])
def test_a_sample_that_is_no_sound_is_silence_and_spoils_no_other(tmp_path: Path, value: float) -> None:
    spoilt = np.stack([tone(1, 44100)] * 2, axis=1).astype(np.float32)
    spoilt[22050, 0] = value
    mended = spoilt.copy()
    mended[22050, 0] = 0
    for name, samples in (("spoilt.wav", spoilt), ("mended.wav", mended)):
        soundfile.write(tmp_path / name, samples, 44100, subtype="FLOAT")
    assert np.array_equal(read_sound(tmp_path / "spoilt.wav", 16000), read_sound(tmp_path / "mended.wav", 16000))


@pytest.mark.parametrize("name", [b"deux.flac", b"neuf\xff.flac"])
def test_only_the_beginning_is_read_whatever_a_file_is_called(tmp_path: Path, name: bytes) -> None:
    file = tmp_path / os.fsdecode(name)
    with file.open("wb") as opened:
        soundfile.write(opened, tone(3, 8000), 8000, format="FLAC")
    assert len(read_sound(file, 16000, longest=2)) == 2 * 16000
    assert len(read_sound(file, 16000, longest=60)) == 3 * 16000


def test_what_is_no_sound_or_is_not_there_is_refused(tmp_path: Path) -> None:
    (tmp_path / "letter.wav").write_text("a letter")
    (tmp_path / "folder.wav").mkdir()
    for name in ("letter.wav", "folder.wav", "gone.wav"):
        with pytest.raises(UnreadableSoundError):
            read_sound(tmp_path / name, 16000)


def test_a_small_file_does_not_unfold_to_more_than_there_is_memory(tmp_path: Path) -> None:
    file = tmp_path / "night.flac"
    with soundfile.SoundFile(file, "w", 192_000, 8, "PCM_16") as silence:
        for _ in range(30):
            silence.write(np.zeros((192_000, 8), np.int16))
    assert file.stat().st_size < 100_000
    read = subprocess.run([sys.executable, "-c", READING, file], capture_output=True, text=True, check=True)
    assert int(read.stdout) < 100_000, "all its channels have 184 MB"
