"""What the settings say becomes a keypad, a button and a lamp, or one reason with what to do; nothing stops a game."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable
from typing import Any

import pytest
from pads import KEYBOARD, PAD, SPACE, FakeDevice, FakeDevices, keyed, pressed
from rooms import wording
from tables import table

from narrator.devices.button import Length
from narrator.devices.connection import ConnectedDevices
from narrator.devices.input_events import InputDevices, NoEvdevError
from narrator.devices.keypad import LineReceiver
from narrator.devices.opening import DeviceOptions, OpenDevices, Reason, open_devices
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.table.inbox.entry import Changed, Entry, Lost, Typed
from narrator.table.inbox.inbox import WallClock
from narrator.table.inbox.moment import Moment


class Machine:
    """A machine with these devices, and the pieces that a table finds on it."""

    def __init__(self, *devices: FakeDevice, evdev: bool = True) -> None:
        self.devices = FakeDevices()
        for number, device in enumerate(devices):
            self.devices.plug(device, f"/dev/input/event{number}")
        self.told: list[Entry] = []
        self.connected = ConnectedDevices(self.told.append)
        self._evdev = evdev

    def open(self) -> InputDevices:
        if not self._evdev:
            raise NoEvdevError
        return self.devices

    def find(self, keypad: str = "", button: str = "", light: str = "") -> OpenDevices:
        return open_devices(DeviceOptions(keypad, button, light), self.connected, WallClock(), devices=self.open)


class Table:
    """Where lines and presses go, and when both have come."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.both = threading.Barrier(3)

    def line(self, typed: Typed) -> None:
        self.lines.append(typed.text)
        self.both.wait(10)

    def pressed(self, length: Length) -> None:
        assert length is Length.SHORT
        self.both.wait(10)


def device(name: str = "Pad", keys: Iterable[int] = PAD, leds: Iterable[int] = (0,)) -> FakeDevice:
    return FakeDevice(VirtualClock(), name, keys, leds)


def sentence(reason: Reason, language: str = "fr") -> str:
    return wording(table("loup-garou*2 villageois*6"), language).line(reason.line, **reason.terms)


@pytest.mark.parametrize("written", ["", "none", "None "])
def test_what_is_not_wanted_is_not_looked_for(written: str) -> None:
    pad = device()
    found = Machine(pad, evdev=False).find(written, written, written)
    assert (found.keypad, found.button, found.lamp, found.reasons) == (None, None, None, ())
    assert pad.opened == 0


@pytest.mark.parametrize("written", ["auto", "Auto", "pad", " PAD "])
def test_a_keypad_is_found(written: str) -> None:
    pad = device("My Pad")
    found = Machine(device("Mouse", {272}), pad).find(written)
    assert found.has_keypad
    assert found.keypad is not None
    assert found.keypad.name == "My Pad"
    assert found.reasons == ()
    found.close()
    assert not pad.grabbed


def test_all_three_are_found_and_given_back(board: Any) -> None:
    on = Machine(device())
    with on.find("auto", "GPIO17", "GPIO27") as found:
        assert found.has_keypad
        assert found.has_button
        assert found.lamp is not None
        found.lamp.set(True)
        assert board.pin(27).state
        assert found.reasons == ()
    assert not board.pin(27).state
    with on.find("auto", "GPIO17", "GPIO27") as again:
        assert again.reasons == ()


def test_a_key_is_a_button_and_the_light_of_a_pad_is_a_lamp() -> None:
    pad, pedal = device(), device("Pedal", {SPACE})
    found = Machine(pad, pedal).find("auto", "key_space @ ped", "keypad")
    assert found.has_button
    assert pedal.grabbed
    assert found.lamp is not None
    found.lamp.set(True)
    assert pad.lit == {0: True}


def test_started_pieces_read_until_they_are_closed() -> None:
    pad, pedal = device(), device("Pedal", {SPACE})
    on = Machine(pad, pedal)
    with on.find("auto", "KEY_SPACE") as found:
        assert found.keypad is not None
        assert found.button is not None
        table_of = Table()
        found.keypad.receiver = LineReceiver(Moment, table_of.line)
        found.button.to(lambda: table_of.pressed)
        found.start()
        pad.put(keyed("7\n"))
        pedal.put(pressed(SPACE))
        table_of.both.wait(10)
    assert table_of.lines == ["7"]
    assert not pad.grabbed
    assert not pedal.grabbed


@pytest.mark.parametrize(
    ("devices", "options", "line"),
    [
        ([], ("auto",), "keypad.none"),
        ([device("Mouse", {272})], ("auto",), "keypad.none"),
        ([device("Big Keys", KEYBOARD)], ("auto",), "keypad.keyboards"),
        ([device("Left")], ("right",), "keypad.unnamed"),
        ([], ("", "KEY_SPACE"), "button.none"),
        ([device("Pedal", {SPACE})], ("", "KEY_SPACE@other"), "button.none"),
        ([device("Pedal", {SPACE})], ("", "KEY_NOTHING"), "button.unknown"),
        ([], ("", "17"), "button.unknown"),
        ([device()], ("auto", "KEY_KPENTER"), "button.on_keypad"),
        ([], ("", "", "keypad"), "light.no_keypad"),
        ([device(leds=())], ("auto", "", "keypad"), "light.no_keypad"),
        ([device()], ("", "", "keypad"), "light.no_keypad"),
        ([device()], ("auto", "", "lamp"), "light.unknown"),
    ],
)
def test_what_is_missing_has_its_own_reason(devices: list[FakeDevice], options: tuple[str, ...], line: str) -> None:
    found = Machine(*devices).find(*options)
    assert [reason.line for reason in found.reasons] == [line]


def test_a_taken_device_and_one_that_may_not_be_read_have_theirs() -> None:
    pad = device()
    pad.taken = True
    busy = Machine(pad).find("auto")
    assert busy.reasons[0].line == "hands.busy"
    assert "Pad" in sentence(busy.reasons[0])
    denied = Machine(device())
    denied.devices.denied = True
    assert [reason.line for reason in denied.find("auto").reasons] == ["hands.denied"]
    assert [reason.line for reason in denied.find("auto", "KEY_SPACE").reasons] == ["hands.denied"]


def test_without_evdev_there_is_one_sentence_for_all() -> None:
    found = Machine(evdev=False).find("auto", "KEY_SPACE", "keypad")
    assert [reason.line for reason in found.reasons] == ["hands.no_evdev", "light.no_keypad"]
    assert (found.keypad, found.button, found.lamp) == (None, None, None)


def test_a_pin_that_is_taken_is_told_with_what_the_library_says(board: Any) -> None:
    with Machine().find("", "GPIO17", "GPIO17") as found:
        assert [reason.line for reason in found.reasons] == ["pins.refused"]
        assert "GPIO17" in sentence(found.reasons[0])
        assert found.has_button
        assert found.lamp is None
        assert board.pin(17) is not None


class BrokenFactory:
    """Pins of a library that lacks what gpiozero asks it for, as gpiozero 1.6 finds lgpio 0.2."""

    def reserve_pins(self, *_: object) -> None:
        raise AttributeError("module 'lgpio' has no attribute 'SET_BIAS_DISABLE'")

    def release_pins(self, *_: object) -> None:
        """Take nothing back."""


def test_pins_that_fail_in_any_way_are_one_sentence_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed")
    monkeypatch.setattr(gpiozero.Device, "pin_factory", BrokenFactory())
    with Machine().find("", "GPIO17", "GPIO27") as found:
        assert [reason.line for reason in found.reasons] == ["pins.broken"]
        assert "SET_BIAS_DISABLE" in sentence(found.reasons[0])
        assert (found.button, found.lamp) == (None, None)


def test_a_gpiozero_that_cannot_even_be_loaded_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        """Finds gpiozero, and fails on it."""

        def find_spec(self, name: str, *_: object) -> None:
            if name == "gpiozero":
                raise OSError("liblgpio.so.1: version not found")

    monkeypatch.delitem(sys.modules, "gpiozero", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    found = Machine().find("", "GPIO17")
    assert [reason.line for reason in found.reasons] == ["pins.broken"]


def test_without_gpiozero_there_is_one_sentence_for_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    found = Machine().find("", "GPIO17", "GPIO27")
    assert [reason.line for reason in found.reasons] == ["hands.no_gpiozero"]


def test_a_pad_that_is_plugged_in_later_serves() -> None:
    on = Machine()
    found = on.find("auto")
    assert not found.has_keypad
    assert found.keypad is not None
    on.devices.plug(device())
    assert found.keypad.step()
    assert on.told == [Changed("keypad.back")]
    on.connected.went("keypad")
    assert on.told[-1] == Lost("keypad")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("devices", [(), ("Big Keys",)], ids=["nothing", "keyboard"])
def test_every_reason_is_a_whole_sentence(language: str, devices: tuple[str, ...]) -> None:
    found = Machine(*(device(name, KEYBOARD) for name in devices)).find("auto", "KEY_NOTHING", "lamp")
    assert len(found.reasons) == 3
    for reason in found.reasons:
        said = sentence(reason, language)
        assert said.endswith(".")
        assert "{" not in said
