"""Devices by name: the one that is meant first, then the default, then whatever else there is."""

from __future__ import annotations

import sys
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.sound.audio.sound_devices import (
    NoDevicesError,
    NoPortAudioError,
    Side,
    SoundDevice,
    configuration_fault,
    first_opened,
    listed,
    named,
    ranked,
)


def device(index: int, name: str, outputs: int = 2, inputs: int = 0, default: bool = False) -> SoundDevice:
    return SoundDevice(index, name, outputs, inputs, 48000, default and outputs > 0, default and inputs > 0)


HOUSE = [
    device(0, "HDMI: vc4 (hw:0,0)"),
    device(1, "USB Audio: - (hw:1,0)", 2, 1),
    device(2, "USB"),
    device(3, "default", 32, 32, default=True),
    device(4, "Webcam: - (hw:2,0)", 0, 1),
]


@pytest.mark.parametrize(
    ("side", "name", "order"),
    [
        ("output", "", [3, 0, 1, 2]),
        ("output", "usb", [2, 1, 3, 0]),
        ("output", "USB Audio", [1, 3, 0, 2]),
        ("output", "piano", [3, 0, 1, 2]),
        ("output", "usb audio: - (hw:7,0)", [1, 3, 0, 2]),
        ("output", "HDMI: vc4 (hw:1,0)", [0, 3, 1, 2]),
        ("output", "hw:1,0", [1, 3, 0, 2]),
        ("output", "(hw:9,0)", [3, 0, 1, 2]),
        ("input", "", [3, 1, 4]),
        ("input", "webcam", [4, 3, 1]),
    ],
)
def test_the_device_that_is_meant_is_tried_first_then_the_default(side: Side, name: str, order: list[int]) -> None:
    assert [found.index for found in ranked(HOUSE, side, name)] == order


@given(st.lists(st.text("abAB", max_size=3), max_size=6), st.text("abAB", max_size=3))
def test_every_device_of_a_side_is_tried_once(names: list[str], wanted: str) -> None:
    house = [device(index, name, outputs=index % 3) for index, name in enumerate(names)]
    order = ranked(house, "output", wanted)
    assert sorted(found.index for found in order) == [found.index for found in house if found.outputs]
    exact = [found.name.casefold() == wanted.casefold() != "" for found in order]
    assert exact == sorted(exact, reverse=True)


def test_of_two_cards_of_one_name_that_of_the_number_is_meant_and_either_where_there_is_none() -> None:
    twins = [device(number, f"USB Audio: - (hw:{number},0)") for number in (1, 2)]
    assert named(twins, "output", "USB Audio: - (hw:2,0)") == twins[1]
    assert named(twins[:1], "output", "USB Audio: - (hw:2,0)") == twins[0]


def test_a_name_means_a_device_only_if_it_is_in_the_devices_name() -> None:
    assert named(HOUSE, "output", "hdmi") == HOUSE[0]
    assert named(HOUSE, "output", "webcam") is None
    assert named([], "output", "usb") is None


def test_without_the_library_the_devices_cannot_be_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sounddevice.py").write_text("raise OSError('PortAudio library not found')", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(NoPortAudioError, match="library not found"):
        listed()


@pytest.mark.parametrize("end", ["raise RuntimeError('no sound system')", "import os; os.abort()"])
def test_a_library_that_does_not_survive_is_not_the_end(
    end: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sounddevice.py").write_text(end, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(NoDevicesError):
        listed()


def test_the_devices_of_a_machine_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sounddevice.py").write_text(
        "class default: device = (1, 0)\n"
        "def query_devices():\n"
        "    print('this must not come between')\n"
        "    return [dict(name='Café', max_output_channels=2, max_input_channels=0, default_samplerate=48000.0),\n"
        "            dict(name='Mic', max_output_channels=0, max_input_channels=1, default_samplerate=16000.0)]\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert listed() == [
        SoundDevice(0, "Café", 2, 0, 48000, default_output=True, default_input=False),
        SoundDevice(1, "Mic", 0, 1, 16000, default_output=False, default_input=True),
    ]


UNEXPECTED = (
    "ALSA lib conf.c:2007:(_snd_config_load_with_include) _toplevel_:4:0:Unexpected char\n"
    "ALSA lib conf.c:4096:(config_file_open) /a/.asoundrc may be old or corrupted: consider to remove or fix it\n"
    "ALSA lib conf.c:4018:(snd_config_hooks_call) function snd_config_hook_load returned error: Invalid argument\n"
)
BRACE = UNEXPECTED.replace("_toplevel_:4:0:Unexpected char", ":12:1:Unexpected }")
CARD = "ALSA lib pcm_dmix.c:1032:(snd_pcm_dmix_open) unable to open slave\n"


@pytest.mark.parametrize(
    ("said", "slip"),
    [
        (UNEXPECTED, "/a/.asoundrc:4: Unexpected char"),
        (CARD + BRACE, "/a/.asoundrc:12: Unexpected }"),
        (CARD, None),
        ("", None),
    ],
)
def test_a_slip_in_a_file_of_the_sound_system_is_told_with_its_line(
    said: str, slip: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sounddevice.py").write_text(
        "import os\n"
        f"os.write(2, {said.encode()!r})\n"
        "class default: device = (-1, -1)\n"
        "def query_devices(): return []\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert listed() == []
    assert configuration_fault() == slip


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
        self.tried.append((device.name, rate, channels))
        if self.tried[-1] not in self.taken:
            raise PortAudioError(f"{device.name} refuses", self.refusal)
        return f"{device.name} {rate} {channels}"

    def open(self, name: str) -> str:
        return first_opened([LAMP, BOX], "output", name, lambda device: (22050, device.rate), self.opened)


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
