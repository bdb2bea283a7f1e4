"""A microphone is opened in a shape that it takes, and heard in one channel at the rate that is asked for."""

from __future__ import annotations

import sys
from dataclasses import replace
from queue import SimpleQueue
from types import SimpleNamespace
from typing import ClassVar, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from narrator.sound.audio import capture
from narrator.sound.audio.capture import BLOCK_SECONDS, MUTE_BLOCKS, Input, Recorder, RecorderError, opened
from narrator.sound.audio.sound_devices import NoDevicesError, SoundDevice, with_channel
from narrator.sound.dsp.samples import HEARING_RATE, RATE

STEREO = SoundDevice(0, "stereo", 0, 2, 44100, default_output=False, default_input=True)
BROKEN = SoundDevice(1, "broken", 0, 1, 48000, default_output=False, default_input=False)
PITCH = 440


class PortAudioError(Exception):
    """What PortAudio fails with."""


class Stream:
    """A microphone that takes two channels only, and hears a tone in one of them."""

    read_available = 0

    def __init__(self, *, samplerate: int, channels: int, device: int, **_settings: object) -> None:
        if device == BROKEN.index or channels != 2:
            raise PortAudioError("Invalid number of channels", -9998)
        self._rate, self._at = samplerate, 0

    def start(self) -> None:
        """Begin."""

    def read(self, count: int) -> tuple[bytes, bool]:
        time = (self._at + np.arange(count)) / self._rate
        self._at += count
        tone = 16000 * np.sin(2 * np.pi * PITCH * time)
        return np.stack([tone, np.zeros(count)], axis=1).astype("<i2").tobytes(), False


BLOCKS = round(1 / BLOCK_SECONDS)
"""In a second."""


@pytest.fixture(autouse=True)
def _plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    library = SimpleNamespace(RawInputStream=Stream, PortAudioError=PortAudioError)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    monkeypatch.setattr(capture, "present", lambda: [STEREO, BROKEN])


@pytest.mark.parametrize("wanted", [HEARING_RATE, RATE])
def test_a_second_is_heard_in_one_channel_at_the_rate_that_is_asked_for(wanted: int) -> None:
    microphone = opened("", wanted)
    assert (microphone.name, microphone.rate) == ("stereo", 44100)
    heard = np.concatenate([microphone.read()[0] for _ in range(BLOCKS)])
    assert heard.size == pytest.approx(wanted, rel=0.03)  # the resampler holds some back
    spectrum = np.abs(np.fft.rfft(heard))
    assert spectrum.argmax() * wanted / heard.size == pytest.approx(PITCH, abs=2)
    assert np.abs(heard).max() == pytest.approx(16000, rel=0.05), "the other channel is silent"


class Muted(Stream):
    """A microphone that takes these numbers of channels, and hears something in four of them alone."""

    takes: tuple[int, ...] = (1, 2, 4)
    heard = 3
    opened: ClassVar[list[int]] = []

    def __init__(self, *, samplerate: int, channels: int, device: int, **_settings: object) -> None:
        if channels not in self.takes:
            raise PortAudioError("Invalid number of channels", -9998)
        self.opened.append(channels)
        self._channels, self._closed = channels, False
        super().__init__(samplerate=samplerate, channels=2, device=device)

    def read(self, count: int) -> tuple[bytes, bool]:
        assert not self._closed
        block = np.zeros((count, self._channels), np.int16)
        if self._channels == 4:
            block[:, self.heard] = np.frombuffer(super().read(count)[0], "<i2").reshape(count, 2)[:, 0]
        return block.tobytes(), False

    def close(self, ignore_errors: bool = True) -> None:  # noqa: ARG002 - as sounddevice calls it
        self._closed = True


@pytest.fixture
def muted(monkeypatch: pytest.MonkeyPatch) -> type[Muted]:
    library = SimpleNamespace(RawInputStream=Muted, PortAudioError=PortAudioError)
    monkeypatch.setitem(sys.modules, "sounddevice", library)
    monkeypatch.setattr(capture, "present", lambda: [replace(STEREO, name="array", inputs=6)])
    monkeypatch.setattr(Muted, "opened", [])
    return Muted


def test_where_nothing_at_all_is_heard_more_channels_are_tried_and_a_silent_one_weakens_no_other(
    muted: type[Muted],
) -> None:
    microphone = opened("")
    heard = np.concatenate([microphone.read()[0] for _ in range(3 * MUTE_BLOCKS)])
    assert muted.opened == [1, 2, 4]
    assert np.abs(heard).max() == pytest.approx(16000, rel=0.05)


class Array(Stream):
    """A microphone of four channels, of which each is a level, heard or played; a block may have other levels."""

    levels: ClassVar[list[tuple[int, int, int, int]]] = []
    opened: ClassVar[list[int]] = []

    def __init__(self, *, samplerate: int, channels: int, device: int, **_settings: object) -> None:
        self.opened.append(channels)
        self._channels, self._left = channels, [*self.levels]
        super().__init__(samplerate=samplerate, channels=2, device=device)

    def read(self, count: int) -> tuple[bytes, bool]:
        levels = self._left.pop(0) if len(self._left) > 1 else self._left[0]
        block = np.tile(np.array(levels, "<i2"), (count, 1))
        mixed = block if self._channels == 4 else block.mean(axis=1, keepdims=True).astype("<i2")
        return np.ascontiguousarray(mixed[:, : self._channels]).tobytes(), False


def array(monkeypatch: pytest.MonkeyPatch, *levels: tuple[int, int, int, int], one: bool = False) -> type[Array]:
    """Plug in such a microphone, which opens in one channel too, mixed, where `one` says so."""

    class Plugged(Array):
        def __init__(self, *, channels: int, **settings: int) -> None:
            if channels not in ((1, 4) if one else (4,)):
                raise PortAudioError("Invalid number of channels", -9998)
            super().__init__(channels=channels, **settings)

    Plugged.levels, Plugged.opened = [*levels], []
    monkeypatch.setitem(
        sys.modules, "sounddevice", SimpleNamespace(RawInputStream=Plugged, PortAudioError=PortAudioError)
    )
    monkeypatch.setattr(capture, "present", lambda: [replace(STEREO, name="array", inputs=4, rate=HEARING_RATE)])
    return Plugged


def levels_heard(microphone: Input, blocks: int) -> list[int]:
    return [int(microphone.read()[0][0]) for _ in range(blocks)]


def test_of_several_channels_the_loudest_is_heard_and_no_mean_of_all(monkeypatch: pytest.MonkeyPatch) -> None:
    array(monkeypatch, (30, 4000, 2500, 40))
    assert set(levels_heard(opened(""), BLOCKS)) == {4000}


def test_a_channel_that_is_played_back_is_not_heard_however_loud_it_becomes(monkeypatch: pytest.MonkeyPatch) -> None:
    array(monkeypatch, (300, 200, 250, 0), (300, 200, 250, 20_000))
    assert set(levels_heard(opened(""), 10 * BLOCKS)) == {300}


def test_channels_that_are_gated_by_turns_are_microphones_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    array(monkeypatch, (0, 200, 0, 200), (200, 0, 200, 0), (100, 4000, 100, 100))
    assert levels_heard(opened(""), 10 * BLOCKS)[-1] == 4000


def test_one_who_speaks_nearer_to_another_microphone_of_an_array_changes_nothing_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    array(monkeypatch, *[(1000, 800, 10, 10)] * BLOCKS, *[(1000, 1400, 10, 10)] * BLOCKS, (10, 3000, 10, 10))
    heard = levels_heard(opened(""), 12 * BLOCKS)
    assert (set(heard[: 2 * BLOCKS]), heard[-1]) == ({1000}, 3000)


@pytest.mark.parametrize("one", [False, True])
def test_a_channel_that_is_chosen_is_heard_alone_also_where_the_device_would_mix_all(
    monkeypatch: pytest.MonkeyPatch, one: bool
) -> None:
    plugged = array(monkeypatch, (30, 4000, 2500, 0), one=one)
    assert set(levels_heard(opened(with_channel("array", 1)), 2 * MUTE_BLOCKS)) == {30}
    assert set(levels_heard(opened(with_channel("", 4)), 2 * MUTE_BLOCKS)) == {0}
    assert plugged.opened == [4, 4]


def test_a_channel_that_a_microphone_does_not_have_leaves_it_as_if_none_were_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    array(monkeypatch, (30, 4000, 2500, 0))
    assert set(levels_heard(opened(with_channel("array", 9)), BLOCKS)) == {4000}


def test_each_shape_is_tried_once_and_the_last_one_stays(muted: type[Muted], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(muted, "takes", (1, 2))
    microphone = opened("")
    for _ in range(5 * MUTE_BLOCKS):
        microphone.read()
    assert muted.opened == [1, 2, 2]


def test_where_the_one_that_is_named_cannot_be_opened_another_is_taken() -> None:
    assert opened("broken").name == "stereo"


def test_where_none_can_be_opened_the_first_refusal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "present", lambda: [BROKEN])
    with pytest.raises(NoDevicesError, match="broken: Invalid number of channels"):
        opened("")


def test_without_any_microphone_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(capture, "present", list)
    with pytest.raises(NoDevicesError, match="no microphone is found"):
        opened("")


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
