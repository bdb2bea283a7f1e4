"""Real input devices: a virtual one of the kernel is read, grabbed and lit; without evdev there is one clear error."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from pads import KP, SIGNS

from narrator.inputs.devices import EV_KEY
from narrator.inputs.hands import Hands
from narrator.inputs.inbox import WallClock
from narrator.inputs.keypad import Keypad
from narrator.inputs.linux_devices import LinuxDevices, NoEvdevError

needs_evdev = pytest.mark.skipif(find_spec("evdev") is None, reason="evdev is not installed")
needs_uinput = pytest.mark.skipif(
    find_spec("evdev") is None or not os.access("/dev/uinput", os.W_OK),
    reason="no evdev, or no /dev/uinput that may be written to: there is no kernel keyboard to press",
)
NAME = "narrator's test pad"


class Lines:
    """Where lines go."""

    turn = 1
    open = False

    def __init__(self) -> None:
        self.lines: list[str] = []

    def line(self, text: str, turn: int) -> None:
        """Take in a line."""
        assert turn == self.turn
        self.lines.append(text)


@pytest.fixture
def evdev() -> ModuleType:
    return import_module("evdev")


def test_without_the_package_there_are_no_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(NoEvdevError):
        LinuxDevices()


@needs_evdev
def test_a_machine_without_input_devices_has_none(tmp_path: Path) -> None:
    assert LinuxDevices(tmp_path / "input").present() == []


@needs_evdev
def test_devices_stand_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for name in ("event10", "event2", "mouse0", "eventual"):
        (tmp_path / name).touch()
    assert [Path(node.path).name for node in LinuxDevices(tmp_path).present()] == ["event2", "event10"]


@needs_evdev
@pytest.mark.parametrize(("name", "code"), [("KEY_SPACE", 57), ("KEY_NOTHING", None), ("LED_NUML", None), ("", None)])
def test_keys_are_known_by_their_names(name: str, code: int | None) -> None:
    assert LinuxDevices().code(name) == code


@needs_uinput
def test_a_pad_of_the_kernel_gives_lines_until_it_goes(evdev: ModuleType) -> None:
    keys = [*KP.values(), *SIGNS.values()]
    device = evdev.UInput({evdev.ecodes.EV_KEY: keys, evdev.ecodes.EV_LED: [0]}, name=NAME)
    lines = Lines()
    pad = Keypad(LinuxDevices(), NAME, Hands(lambda _: None), WallClock())
    pad.desk = lines
    assert pad.begin()
    pad.set(True)
    for cap in "12\n":
        code = (KP | SIGNS)[cap]
        for value in (1, 0):
            device.write(EV_KEY, code, value)
            device.syn()
    for _ in range(20):
        pad.step()
    assert lines.lines == ["12"]
    device.close()
    for _ in range(20):
        pad.step()
    assert pad.name is None
    pad.close()
