"""A recording: FLAC, chapters where they were begun, words as subtitles."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

import numpy as np
import pytest
import soundfile
from full_disks import small_files
from hypothesis import given
from hypothesis import strategies as st
from mutagen.flac import FLAC
from mutagen.oggopus import OggOpus

from narrator.sound.audio.sound_file import Caption, FormatError, GameRecording, clock, recorded, webvtt
from narrator.sound.dsp.samples import RATE, from_pcm, to_pcm


def recording_of(path: Path) -> AbstractContextManager[GameRecording]:
    return recorded(path, path.with_suffix(".vtt"))


def test_every_sample_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "night.flac"
    written = [np.linspace(-0.9, 0.9, RATE, dtype=np.float32), np.zeros(777, np.float32)]
    with recording_of(path) as recording:
        for block in written:
            recording.write(block)
        assert recording.frames == RATE + 777
    read, rate = soundfile.read(path, dtype="int16")
    assert rate == RATE
    assert read.astype("<i2").tobytes() == to_pcm(np.concatenate(written))
    assert len(from_pcm(read.astype("<i2").tobytes())) == RATE + 777


def test_an_opus_file_is_a_tenth_of_the_size_and_as_long(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).standard_normal(40 * RATE).astype(np.float32) * np.float32(0.05)
    for ending in ("flac", "opus"):
        with recording_of(tmp_path / f"night.{ending}") as recording:
            recording.chapter("A night")
            for block in np.split(noise, 40):
                recording.write(block)
            recording.caption(0, RATE, "Hush.")
    sound, rate = soundfile.read(tmp_path / "night.opus", dtype="float32")
    assert abs(sound.size / rate - 40) < 0.001
    assert (tmp_path / "night.opus").stat().st_size * 8 < (tmp_path / "night.flac").stat().st_size
    assert OggOpus(tmp_path / "night.opus")["CHAPTER001NAME"] == ["A night"]
    assert "Hush." in (tmp_path / "night.vtt").read_text(encoding="utf-8")


def test_chapters_begin_where_they_were_begun(tmp_path: Path) -> None:
    path = tmp_path / "night.flac"
    with recording_of(path) as recording:
        recording.chapter("Le soir")
        recording.write(np.zeros(3 * RATE // 2, np.float32))
        recording.chapter("Nuit 1")
    tags = FLAC(path)
    assert (tags["CHAPTER001"], tags["CHAPTER001NAME"]) == (["00:00:00.000"], ["Le soir"])
    assert (tags["CHAPTER002"], tags["CHAPTER002NAME"]) == (["00:00:01.500"], ["Nuit 1"])


def test_words_become_subtitles(tmp_path: Path) -> None:
    path = tmp_path / "night.flac"
    with recording_of(path) as recording:
        recording.write(np.zeros(RATE, np.float32))
        recording.caption(0, RATE // 2, "Fermez <les> yeux & dormez --> bien.")
    assert (tmp_path / "night.vtt").read_text(encoding="utf-8") == (
        "WEBVTT\n\n00:00:00.000 --> 00:00:00.500\nFermez &lt;les> yeux &amp; dormez → bien.\n"
    )


def test_another_ending_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"night\.flac"), recording_of(tmp_path / "night.wav"):
        pass


@given(st.integers(0, 100 * 3600 * RATE))
def test_a_clock_tells_its_frame_to_the_millisecond(frame: int) -> None:
    hours, minutes, seconds = clock(frame).split(":")
    assert abs(int(hours) * 3600 + int(minutes) * 60 + float(seconds) - frame / RATE) <= 0.000_501
    assert int(minutes) < 60 > float(seconds)


@given(st.lists(st.builds(Caption, st.integers(0, 10**6), st.integers(0, 10**6), st.text(max_size=20))))
def test_no_word_can_end_its_own_subtitle(captions: list[Caption]) -> None:
    lines = "\n".join(webvtt(captions)).split("\n")
    assert sum("-->" in line for line in lines) == len(captions)


def record_noise(path: Path) -> None:
    noise = np.random.default_rng(1).standard_normal(RATE).astype(np.float32) * np.float32(0.1)
    with recording_of(path) as recording:
        for number in range(5):
            recording.chapter(f"{number}" * 20_000)
            recording.write(noise)


@pytest.mark.parametrize("share", [0, 0.5, 0.9])
@pytest.mark.parametrize("name", ["night.flac", "night.opus"])
def test_of_a_recording_for_which_there_is_no_room_nothing_is_left_and_the_file_is_named(
    name: str, share: float, tmp_path: Path
) -> None:
    file = tmp_path / name
    record_noise(file)
    room = int(share * file.stat().st_size)
    file.unlink()
    with pytest.raises(OSError, match="File too large") as refused, small_files(room):
        record_noise(file)
    assert refused.value.filename == str(file)
    assert [*tmp_path.iterdir()] == [tmp_path / "night.vtt"], "of the recording before"


@pytest.mark.parametrize("name", ["night.flac", "night.opus"])
def test_where_nothing_was_recorded_no_file_is_left_and_what_went_wrong_is_told(name: str, tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), recording_of(tmp_path / name):
        raise KeyboardInterrupt
    assert [*tmp_path.iterdir()] == []
