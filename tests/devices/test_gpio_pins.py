"""A button and a light on the pins of a board, by gpiozero's pins that are none."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from narrator.devices.button import Button, Edge, Length
from narrator.devices.connection import ConnectedDevices
from narrator.devices.opening import NoPinsError, PinContact, PinLamp, TakenPinError, pin_number
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.table.inbox.entry import Entry, Lost

gpiozero = pytest.importorskip("gpiozero", reason="gpiozero is not installed")
mock = pytest.importorskip("gpiozero.pins.mock")


@pytest.mark.parametrize(
    ("written", "number"), [("GPIO17", 17), (" gpio4 ", 4), ("17", None), ("GPIO", None), ("GPIO123", None), ("", None)]
)
def test_a_pin_is_written_as_on_the_board(written: str, number: int | None) -> None:
    assert pin_number(written) == number


def test_a_pin_that_is_pulled_down_is_pressed(board: Any) -> None:
    contact = PinContact(17, ConnectedDevices(lambda _: None))
    pin = board.pin(17)
    assert contact.read(0.001) == ()
    pin.drive_low()
    pin.drive_high()
    assert [contact.read(0), contact.read(0)] == [(Edge.DOWN,), (Edge.UP,)]
    contact.close()


def test_a_press_of_a_pin_has_a_length(board: Any) -> None:
    clock = VirtualClock()
    button, lengths = Button(PinContact(17, ConnectedDevices(lambda _: None)), clock), list[Length]()
    button.to(lambda: lengths.append)
    assert button.begin()
    for seconds in (0.2, 1.2):
        board.pin(17).drive_low()
        button.step()
        clock.sleep(seconds)
        board.pin(17).drive_high()
        button.step()
        clock.sleep(0.1)
        button.step()
    button.close()
    assert lengths == [Length.SHORT, Length.LONG]


def test_a_pin_that_was_low_from_the_beginning_is_no_press(board: Any) -> None:
    board.pin(17).drive_low()
    contact = PinContact(17, ConnectedDevices(lambda _: None))
    assert contact.read(0.001) == ()
    contact.close()


@pytest.mark.usefixtures("board")
def test_a_button_on_a_pin_is_one_that_can_answer() -> None:
    told: list[Entry] = []
    connected = ConnectedDevices(told.append)
    contact = PinContact(17, connected)
    contact.begin()
    connected.went("keypad")
    connected.went("button")
    contact.close()
    assert told[-1] == Lost("button")
    assert told[0] != Lost("keypad")


def test_a_light_on_a_pin_is_switched_and_left_dark(board: Any) -> None:
    lamp = PinLamp(27)
    pin = board.pin(27)
    assert not pin.state
    lamp.set(True)
    assert pin.state
    lamp.set(False)
    assert not pin.state
    lamp.set(True)
    lamp.close()
    assert not pin.state


@pytest.mark.usefixtures("board")
def test_a_pin_is_used_once() -> None:
    lamp = PinLamp(17)
    with pytest.raises(TakenPinError):
        PinContact(17, ConnectedDevices(lambda _: None))
    lamp.close()


@pytest.mark.usefixtures("board")
def test_a_pin_that_the_board_does_not_have_is_refused() -> None:
    with pytest.raises(TakenPinError):
        PinLamp(99)


def test_without_the_package_there_are_no_pins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    with pytest.raises(NoPinsError):
        PinLamp(17)


def test_on_a_machine_without_pins_there_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing() -> None:
        raise gpiozero.BadPinFactory("Unable to load any default pin factory!")

    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setattr(gpiozero.Device, "_default_pin_factory", staticmethod(nothing))
    with pytest.raises(NoPinsError, match="pin factory"):
        PinLamp(17)
