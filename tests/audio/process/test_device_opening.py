"""A device is opened by its name, in the first shape that it takes; where it takes none, another one is."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from narrator.audio.process.device_opening import first_opened
from narrator.audio.sound_devices import NoDevicesError, SoundDevice

LAMP = SoundDevice(0, "lamp", 2, 0, 44100, default_output=True, default_input=False)
BOX = SoundDevice(1, "box", 6, 1, 48000, default_output=False, default_input=True)
CHANNELS, RATE, UNAVAILABLE = -9998, -9997, -9985


class PortAudioError(Exception):
    """What PortAudio fails with: a sentence and a number."""


@pytest.fixture(autouse=True)
def _portaudio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", SimpleNamespace(PortAudioError=PortAudioError))


@dataclass
class Devices:
    """Devices that take some shapes, and refuse the others with a number."""

    taken: Collection[tuple[str, int, int]] = ()
    refusal: int = CHANNELS
    tried: list[tuple[str, int, int]] = field(default_factory=list)

    def opened(self, device: SoundDevice, rate: int, channels: int) -> str:
        """Open a device."""
        self.tried.append((device.name, rate, channels))
        if self.tried[-1] not in self.taken:
            raise PortAudioError(f"{device.name} refuses", self.refusal)
        return f"{device.name} {rate} {channels}"

    def open(self, name: str) -> str:
        """Open an output at 22050 Hz or at its own rate."""
        return first_opened([LAMP, BOX], "output", name, lambda device: (22050, device.rate), self.opened)


def test_the_device_of_that_name_is_opened() -> None:
    assert Devices({("lamp", 22050, 1), ("box", 22050, 1)}).open("box") == "box 22050 1"


@pytest.mark.parametrize("refusal", [CHANNELS, RATE])
def test_every_rate_is_tried_with_one_channel_with_two_and_with_all(refusal: int) -> None:
    devices = Devices({("box", 48000, 6)}, refusal)
    assert devices.open("box") == "box 48000 6"
    assert devices.tried == [("box", rate, channels) for rate in (22050, 48000) for channels in (1, 2, 6)]


def test_a_device_that_is_not_available_is_not_tried_in_other_shapes() -> None:
    devices = Devices({("lamp", 22050, 1)}, UNAVAILABLE)
    assert devices.open("box") == "lamp 22050 1"
    assert devices.tried == [("box", 22050, 1), ("lamp", 22050, 1)]


def test_where_none_can_be_opened_the_first_refusal_is_told() -> None:
    with pytest.raises(NoDevicesError, match="box: box refuses"):
        Devices().open("box")


def test_without_any_device_of_that_side_a_sentence_says_so() -> None:
    with pytest.raises(NoDevicesError, match="no microphone is found"):
        first_opened([LAMP], "input", "", lambda device: (device.rate,), Devices().opened)
