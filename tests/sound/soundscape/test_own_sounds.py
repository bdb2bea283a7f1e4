"""A folder of one's own sounds replaces scenes; what cannot be used is named, and the scene is there anyway."""

from __future__ import annotations

import os
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
import soundfile

from narrator.sound.dsp.loudness import loudness
from narrator.sound.dsp.samples import RATE, Samples
from narrator.sound.soundscape.own_sounds import AT_HAND, ENDINGS, LONGEST, SoundError
from narrator.sound.soundscape.scenes import PEAK, SCENES, SceneError, stream
from narrator.sound.soundscape.source import generator


def tone(hertz: float, seconds: float = 6.0, rate: int = RATE, height: float = 0.3) -> Samples:
    time = np.arange(round(seconds * rate)) / rate
    return (height * np.sin(2 * np.pi * hertz * time)).astype(np.float32)


def strongest(samples: Samples) -> float:
    return float(np.argmax(np.abs(np.fft.rfft(samples * np.hanning(len(samples))))) * RATE / len(samples))


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("rate", [22050, 44100, 48000])
def test_a_file_named_after_a_scene_is_played_in_its_place(tmp_path: Path, ending: str, rate: int) -> None:
    soundfile.write(tmp_path / f"night{ending}", np.stack([tone(700, rate=rate)] * 2, axis=1), rate)
    assert abs(strongest(stream("night", 1, 1, tmp_path).read(4 * RATE)) - 700) < 2
    assert np.array_equal(stream("dawn", 1, 1, tmp_path).read(RATE), stream("dawn", 1, 1).read(RATE))


def test_however_many_sounds_there_are_for_a_scene_only_some_stay_in_memory(tmp_path: Path) -> None:
    for number in range(1, 3 * AT_HAND + 1):
        soundfile.write(tmp_path / f"night-{number}.wav", tone(300 + number, seconds=4.0), RATE)
    tracemalloc.start()
    try:
        for take in range(3 * AT_HAND):
            stream("night", 1, take, tmp_path)
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 2 * AT_HAND * 2 * 4 * RATE, "bytes of twice as many sounds of four seconds"


@pytest.mark.parametrize("scene", ["night", "debate"])
@pytest.mark.parametrize("height", [0.9, 0.01])
def test_a_sound_of_ones_own_is_as_loud_as_the_scene(tmp_path: Path, scene: str, height: float) -> None:
    hiss = height * np.tanh(0.3 * generator("hiss").standard_normal(8 * RATE))
    soundfile.write(tmp_path / f"{scene}.flac", hiss, RATE)
    sound = stream(scene, 1, 1, tmp_path).read(10 * RATE)
    assert abs(loudness(sound) - SCENES[scene].loudness) < 0.5


def test_a_sound_of_ones_own_with_bangs_in_it_stays_below_the_peak(tmp_path: Path) -> None:
    bangs = 0.001 * generator("hiss").standard_normal(6 * RATE)
    bangs[:: RATE // 2] = 1.0
    soundfile.write(tmp_path / "night.wav", bangs, RATE)
    assert np.abs(stream("night", 1, 1, tmp_path).read(6 * RATE)).max() <= PEAK


def test_a_loop_comes_round_without_a_seam(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "night.wav", tone(311.7, seconds=3.63), RATE, subtype="FLOAT")
    sound = stream("night", 1, 1, tmp_path).read(20 * RATE).astype(np.float64)
    steepest = 2 * np.pi * 311.7 / RATE * np.abs(sound).max()
    assert np.abs(np.diff(sound)).max() < 1.05 * steepest
    levels = np.sqrt(np.mean(sound.reshape(-1, RATE // 10) ** 2, axis=1))
    assert levels.min() > 0, "no gap"


def test_a_loop_of_noise_is_as_strong_at_its_seam_as_elsewhere(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "night.wav", 0.1 * generator("hiss").standard_normal(12 * RATE), RATE)
    levels = np.std(stream("night", 1, 1, tmp_path).read(24 * RATE).reshape(-1, RATE // 5), axis=1)
    assert levels.max() / levels.min() < 1.2


def test_one_file_after_another_is_chosen_by_the_number_of_the_scene(tmp_path: Path) -> None:
    for name, hertz in (("night", 400), ("night-2", 600), ("night-10", 900)):
        soundfile.write(tmp_path / f"{name}.flac", tone(hertz), RATE)
    heard = [round(strongest(stream("night", 5, take, tmp_path).read(2 * RATE)), -2) for take in range(6)]
    assert sorted(heard[:3]) == [400, 600, 900]
    assert heard[3:] == heard[:3]
    assert heard[(heard.index(400) + 1) % 3] == 600, "by their numbers, not as words"


def test_the_same_file_begins_elsewhere_in_every_scene(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "night.flac", 0.1 * generator("hiss").standard_normal(6 * RATE), RATE)
    first, again, other = (stream("night", 5, take, tmp_path).read(RATE) for take in (1, 1, 2))
    assert np.array_equal(first, again)
    assert abs(np.corrcoef(first, other)[0, 1]) < 0.1


def test_a_file_for_victory_serves_the_endings_that_have_none(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "victory.flac", tone(700), RATE)
    soundfile.write(tmp_path / "victory.wolves.flac", tone(1100), RATE)
    assert abs(strongest(stream("victory.village", 1, 1, tmp_path).read(RATE)) - 700) < 5
    assert abs(strongest(stream("victory.dragons", 1, 1, tmp_path).read(RATE)) - 700) < 5
    assert abs(strongest(stream("victory.wolves", 1, 1, tmp_path).read(RATE)) - 1100) < 5


def test_the_empty_folder_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "night.txt").write_text("not a sound")
    (tmp_path / ".night.flac").write_text("hidden")
    assert np.array_equal(stream("night", 1, 1, tmp_path).read(RATE), stream("night", 1, 1).read(RATE))


def broken(tmp_path: Path, what: str) -> Path:
    file = tmp_path / "night.wav"
    match what:
        case "no sound at all":
            file.write_bytes(b"this is a letter and no sound")
        case "cut off":
            soundfile.write(file, tone(700), RATE)
            file.write_bytes(file.read_bytes()[:30])
        case "empty":
            file.write_bytes(b"")
        case "a folder":
            file.mkdir()
        case "dangling":
            file.symlink_to(tmp_path / "gone")
        case "a pipe":
            os.mkfifo(file)
        case "silent":
            soundfile.write(file, np.zeros(6 * RATE), RATE)
        case "short":
            soundfile.write(file, tone(700, seconds=1), RATE)
        case "all not finite":
            soundfile.write(file, np.full(6 * RATE, np.nan), RATE, subtype="FLOAT")
    return file


@pytest.mark.parametrize(
    "what",
    ["no sound at all", "cut off", "empty", "a folder", "a pipe", "dangling", "silent", "short", "all not finite"],
)
def test_a_file_that_cannot_be_used_is_named_in_one_sentence(tmp_path: Path, what: str) -> None:
    file = broken(tmp_path, what)
    with pytest.raises(SoundError) as refused:
        stream("night", 1, 1, tmp_path)
    sentence = str(refused.value)
    assert sentence.startswith(str(file))
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert np.abs(stream("night", 1, 1).read(RATE)).max() > 0, "without it there is always one"


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SoundError, match="gone cannot be opened: No such file"):
        stream("night", 1, 1, tmp_path / "gone")


def test_a_scene_that_does_not_exist_is_not_excused_by_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SceneError):
        stream("nigth", 1, 1, tmp_path)


def test_a_file_that_is_replaced_is_read_again(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "night.flac", tone(700), RATE)
    before = strongest(stream("night", 1, 1, tmp_path).read(RATE))
    soundfile.write(tmp_path / "night.flac", tone(900, seconds=7), RATE)
    assert strongest(stream("night", 1, 1, tmp_path).read(RATE)) - before > 150


def test_of_a_long_file_only_the_beginning_is_used(tmp_path: Path) -> None:
    rate = 8000
    soundfile.write(tmp_path / "night.flac", np.concatenate([tone(500, LONGEST, rate), tone(2000, 30, rate)]), rate)
    sound = stream("night", 1, 1, tmp_path).read(round((LONGEST + 5) * RATE))
    power = np.abs(np.fft.rfft(sound)) ** 2
    assert power[round(1900 * len(sound) / RATE) :].sum() < 1e-3 * power.sum()
