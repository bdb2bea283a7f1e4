"""A microphone is opened in a shape that it takes, and heard in one channel at the rate that is asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from queue import SimpleQueue
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.sound.audio import capture
from narrator.sound.audio.capture import BLOCK_SECONDS, MUTE_BLOCKS, Input, Recorder, RecorderError, opened
from narrator.sound.audio.sound_devices import SoundDevice, with_channel
from narrator.sound.dsp.samples import HEARING_RATE, RATE

ARRAY = SoundDevice(0, "array", 0, 4, HEARING_RATE, default_output=False, default_input=True)
BROKEN = SoundDevice(1, "broken", 0, 1, 48000, default_output=False, default_input=False)
PITCH = 440


class PortAudioError(Exception):
    """What PortAudio fails with."""


BLOCKS = round(1 / BLOCK_SECONDS)
"""In a second."""

Levels = tuple[int, int, int, int]


class Stream:
    """A microphone of four channels, of which each is a level, heard or played; a block may have other levels."""

    read_available = 0
    takes: tuple[int, ...]
    """Numbers of channels that it opens in."""
    opened: list[int]
    levels: list[Levels]
    pitch = 0
    """Where it is some, what is heard is a tone."""
    mixes = True
    """Whether it mixes all of them where it opens in fewer; else only four have any sound."""

    def __init__(self, *, samplerate: int, channels: int, device: int, **_settings: object) -> None:
        if device == BROKEN.index or channels not in self.takes:
            raise PortAudioError("Invalid number of channels", -9998)
        self.opened.append(channels)
        self._rate, self._channels, self._at = samplerate, channels, 0
        self._left, self._closed = [*self.levels], False

    def start(self) -> None:
        """Begin."""

    def read(self, count: int) -> tuple[bytes, bool]:
        assert not self._closed
        levels = self._left.pop(0) if len(self._left) > 1 else self._left[0]
        time = (self._at + np.arange(count)) / self._rate
        self._at += count
        block = np.sin(2 * np.pi * self.pitch * time)[:, None] * levels if self.pitch else np.tile(levels, (count, 1))
        if self._channels < 4:
            block = block.mean(axis=1, keepdims=True).repeat(self._channels, axis=1) * self.mixes
        return np.ascontiguousarray(block.astype("<i2")).tobytes(), False

    def close(self, ignore_errors: bool = True) -> None:  # noqa: ARG002 - as sounddevice calls it
        self._closed = True


Plug = Callable[..., list[int]]


@pytest.fixture
def plug(monkeypatch: pytest.MonkeyPatch) -> Plug:
    """Return what plugs in such a microphone, beside a broken one, and returns how many channels it is opened in."""

    def plugged(
        *heard: Levels, takes: tuple[int, ...] = (4,), rate: int = HEARING_RATE, pitch: int = 0, mixes: bool = True
    ) -> list[int]:
        class Plugged(Stream):
            """As it is plugged in."""

        Plugged.levels, Plugged.takes, Plugged.opened = [*heard], takes, []
        Plugged.pitch, Plugged.mixes = pitch, mixes
        library = SimpleNamespace(RawInputStream=Plugged, PortAudioError=PortAudioError)
        monkeypatch.setitem(sys.modules, "sounddevice", library)
        monkeypatch.setattr(capture, "present", lambda: [replace(ARRAY, rate=rate), BROKEN])
        return Plugged.opened

    return plugged


def levels_heard(microphone: Input, blocks: int) -> list[int]:
    return [int(microphone.read()[0][0]) for _ in range(blocks)]


@pytest.mark.parametrize("wanted", [HEARING_RATE, RATE])
def test_a_second_is_heard_in_one_channel_at_the_rate_that_is_asked_for(plug: Plug, wanted: int) -> None:
    plug((16000, 0, 0, 0), rate=44100, pitch=PITCH)
    microphone = opened("broken", wanted)
    assert (microphone.name, microphone.rate) == ("array", 44100)
    heard = np.concatenate([microphone.read()[0] for _ in range(BLOCKS)])
    assert heard.size == pytest.approx(wanted, rel=0.03)  # the resampler holds some back
    spectrum = np.abs(np.fft.rfft(heard))
    assert spectrum.argmax() * wanted / heard.size == pytest.approx(PITCH, abs=2)
    assert np.abs(heard).max() == pytest.approx(16000, rel=0.05), "the other channels are silent"


def test_where_nothing_at_all_is_heard_more_channels_are_tried_and_a_silent_one_weakens_no_other(plug: Plug) -> None:
    shapes = plug((0, 0, 0, 16000), takes=(1, 2, 4), mixes=False)
    assert set(levels_heard(opened(""), 3 * MUTE_BLOCKS)) == {0, 16000}
    assert shapes == [1, 2, 4]


def test_each_shape_is_tried_once_and_the_last_one_stays(plug: Plug) -> None:
    shapes = plug((0, 0, 0, 16000), takes=(1, 2), mixes=False)
    levels_heard(opened(""), 5 * MUTE_BLOCKS)
    assert shapes == [1, 2, 2]


@pytest.mark.parametrize(
    ("levels", "heard"),
    [
        ([(30, 4000, 2500, 40)], 4000),
        ([(300, 200, 250, 0), (300, 200, 250, 20_000)], 300),
    ],
    ids=["the loudest, and no mean of all", "none that is played back, however loud it becomes"],
)
def test_of_several_channels_one_is_heard(plug: Plug, levels: list[Levels], heard: int) -> None:
    plug(*levels)
    assert set(levels_heard(opened(""), 10 * BLOCKS)) == {heard}


def test_channels_that_are_gated_by_turns_are_microphones_all_the_same(plug: Plug) -> None:
    plug((0, 200, 0, 200), (200, 0, 200, 0), (100, 100, 4000, 100))
    assert levels_heard(opened(""), 10 * BLOCKS)[-1] == 4000


def test_one_who_speaks_nearer_to_another_microphone_of_an_array_changes_nothing_at_once(plug: Plug) -> None:
    plug(*[(1000, 800, 10, 10)] * BLOCKS, *[(1000, 1400, 10, 10)] * BLOCKS, (10, 3000, 10, 10))
    heard = levels_heard(opened(""), 12 * BLOCKS)
    assert (set(heard[: 2 * BLOCKS]), heard[-1]) == ({1000}, 3000)


@pytest.mark.parametrize("takes", [(4,), (1, 4)])
@pytest.mark.parametrize(("name", "channel", "heard"), [("array", 1, 30), ("", 4, 0), ("array", 9, 4000)])
def test_a_channel_that_is_chosen_is_heard_alone_and_one_that_there_is_not_is_not_chosen(
    plug: Plug, takes: tuple[int, ...], name: str, channel: int, heard: int
) -> None:
    """Also where the device would mix all into one."""
    shapes = plug((30, 4000, 2500, 0), takes=takes)
    assert set(levels_heard(opened(with_channel(name, channel)), 2 * MUTE_BLOCKS)) == {heard}
    assert shapes == [4]


BLOCK = 441


class Blocks:
    """A microphone that hears one block after the other, when it is told to."""

    def __init__(self) -> None:
        self._to_hear: SimpleQueue[int | None] = SimpleQueue()
        self._asked: SimpleQueue[None] = SimpleQueue()
        self.closed = False

    def hear(self, *levels: int | None) -> None:
        """Have these blocks read; return when all of them are dealt with. None is the end of the device."""
        for level in levels:
            self._asked.get()
            self._to_hear.put(level)
        if None not in levels:
            self._asked.get()
            self._asked.put(None)

    def read(self) -> tuple[NDArray[np.int16], float, bool]:
        self._asked.put(None)
        level = self._to_hear.get()
        if level is None:
            raise OSError("the device has gone")
        return np.full(BLOCK, level, np.int16), 0.0, False

    def close(self) -> None:
        assert not self.closed
        self.closed = True


def test_what_lies_between_beginning_and_end_is_kept() -> None:
    blocks = Blocks()
    recorder = Recorder(cast(Input, blocks))
    blocks.hear(1000)
    recorder.begin()
    blocks.hear(2000, 4000)
    heard = recorder.end()
    blocks.hear(8000)
    assert np.rint(heard * 32768).tolist() == [2000] * BLOCK + [4000] * BLOCK
    recorder.begin()
    assert not recorder.end().size
    blocks.hear(None)
    recorder.close()
    recorder.close()
    assert blocks.closed


def test_a_microphone_that_is_lost_says_so_at_the_end() -> None:
    blocks = Blocks()
    recorder = Recorder(cast(Input, blocks))
    recorder.begin()
    blocks.hear(None)
    recorder.close()
    with pytest.raises(RecorderError, match="the device has gone"):
        recorder.end()
