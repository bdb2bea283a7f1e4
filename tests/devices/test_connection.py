"""A device is chosen by what it can do, grabbed, lost, and found again; and what the table is told of it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from pads import KEYBOARD, KP, LETTERS, PAD, SIGNS, FakeDevice, FakeDevices, keyed, looks

from narrator.devices.connection import GRACE, ConnectedDevices, PressedBefore
from narrator.devices.keypad import Keypad, LineReceiver
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.table.inbox.entry import Changed, Entry, Lost, Typed
from narrator.table.inbox.moment import Moment


class Desk:
    """Where lines go."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.came = threading.Event()

    def line(self, typed: Typed) -> None:
        self.lines.append(typed.text)
        self.came.set()


class Machine:
    """A machine with devices, and a pad that is looked for."""

    def __init__(
        self,
        *devices: FakeDevice,
        named: str = "",
        others: bool = True,
        keyboards: bool = False,
        remembered: Path | None = None,
    ) -> None:
        self.clock = VirtualClock()
        self.devices = FakeDevices()
        for number, device in enumerate(devices):
            self.devices.plug(device, f"/dev/input/event{number}")
        self.told: list[Entry] = []
        self.connected = ConnectedDevices(self.told.append)
        if others:
            self.connected.has("phone")
        self.pad = Keypad(
            self.devices, named, self.connected, self.clock, keyboards=keyboards, before=PressedBefore(remembered)
        )
        self.receiver = Desk()
        self.pad.receiver = LineReceiver(Moment, self.receiver.line)
        self.there = self.pad.begin()

    def wait(self, seconds: float) -> None:
        for _ in range(looks(seconds)):
            if not self.pad.step():
                self.clock.sleep(0.25)


def device(name: str = "Pad", keys: frozenset[int] = PAD, *, sleeps: bool = False, identity: str = "") -> FakeDevice:
    return FakeDevice(VirtualClock(), name, keys, sleeps=sleeps, identity=identity)


@pytest.fixture
def pad() -> FakeDevice:
    return device()


@pytest.fixture
def on(pad: FakeDevice) -> Machine:
    return Machine(pad)


def test_a_pad_is_chosen_among_mice_and_keyboards_and_grabbed() -> None:
    mouse, keyboard, pad = device("Mouse", frozenset({272, 273})), device("Keys", KEYBOARD), device()
    on = Machine(mouse, keyboard, pad)
    assert on.there
    assert on.pad.name == "Pad"
    assert pad.grabbed
    assert not keyboard.grabbed
    assert on.told == []


def test_a_whole_keyboard_is_taken_only_where_it_is_named() -> None:
    assert not Machine(device("Big Keys", KEYBOARD)).there
    assert Machine(device("Big Keys", KEYBOARD), named="big").there


def test_where_nobody_types_the_only_keyboard_is_the_pad() -> None:
    claiming = device("Claims Letters", KEYBOARD)
    on = Machine(device("Mouse", frozenset({272})), claiming, keyboards=True)
    assert on.there
    assert claiming.grabbed
    claiming.put(keyed("7\n"))
    on.pad.step()
    assert on.receiver.lines == ["7"]


def test_a_pad_that_is_one_goes_before_keyboards_also_where_it_comes_later() -> None:
    keyboard, pad = device("Receiver Of A Mouse", KEYBOARD), device()
    both = Machine(keyboard, pad, keyboards=True)
    assert both.pad.name == "Pad"
    both.pad.close()
    on = Machine(keyboard, keyboards=True)
    on.devices.plug(pad, "/dev/input/event9")
    on.wait(1)
    assert on.pad.name == "Pad"
    assert not keyboard.grabbed
    assert on.told == []


def test_of_several_keyboards_the_one_that_is_pressed_is_the_pad_and_no_key_is_lost() -> None:
    one, other = device("One", KEYBOARD), device("Other", KEYBOARD)
    on = Machine(one, other, keyboards=True)
    assert not on.there
    on.wait(1)
    assert not one.grabbed
    assert not other.grabbed
    other.put(keyed("5"))
    other.put(keyed("\n"))
    on.wait(1)
    assert on.pad.name == "Other"
    assert other.grabbed
    assert not one.grabbed
    assert on.receiver.lines == ["5"]
    one.put(keyed("4\n"))
    on.wait(1)
    assert on.pad.name == "One"
    assert on.receiver.lines == ["5", "4"]
    assert not other.grabbed


def keyboards(*identities: str) -> list[FakeDevice]:
    return [device(identity, KEYBOARD, identity=identity) for identity in identities]


def chosen(remembered: Path, *identities: str, pressed: str = "") -> str | None:
    """Return which of some keyboards is the pad of a box that is switched on, and on which a digit may be pressed."""
    there = keyboards(*identities)
    on = Machine(*there, keyboards=True, remembered=remembered)
    for one in there:
        if one.identity == pressed:
            one.put(keyed("5\n"))
            on.wait(1)
    name = on.pad.name
    on.pad.close()
    return name


A, B, C = "0c45:7603 usb-1/input0", "1a2c:0e24 usb-2/input0", "1a2c:0e24 usb-3/input0"


def test_the_keyboard_that_was_pressed_is_the_pad_the_next_evening_too(tmp_path: Path) -> None:
    file = tmp_path / "own" / "keyboard"
    assert chosen(file, A, B, C) is None
    assert chosen(file, A, B, C, pressed=C) == C
    assert chosen(file, A, B, C) == C
    assert chosen(file, A, B, C, pressed=A) == A, "another one is pressed now"
    assert chosen(file, C, B, A) == A
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_keyboard_that_is_plugged_into_another_port_is_known_unless_there_are_two_of_its_kind(tmp_path: Path) -> None:
    assert chosen(tmp_path / "keyboard", A, B, pressed=B) == B
    assert chosen(tmp_path / "keyboard", A, C) == C
    assert chosen(tmp_path / "keyboard", A, C, "1a2c:0e24 usb-4/input0") is None


def test_the_only_keyboard_is_remembered_once_it_is_pressed(tmp_path: Path) -> None:
    assert chosen(tmp_path / "keyboard", B) == B
    assert chosen(tmp_path / "keyboard", A, B) is None
    assert chosen(tmp_path / "keyboard", B, pressed=B) == B
    assert chosen(tmp_path / "keyboard", A, B) == B


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"x" * 2000, b"no such kind"])
def test_what_is_kept_of_a_keyboard_may_be_anything(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "keyboard").write_bytes(content)
    assert chosen(tmp_path / "keyboard", A, B) is None
    assert chosen(tmp_path / "keyboard", A, B, pressed=B) == B


def test_where_nothing_can_be_kept_the_keyboard_that_is_pressed_serves_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert chosen(tmp_path / "file" / "keyboard", A, B, pressed=B) == B


def test_a_keyboard_that_goes_gives_way_to_the_only_one_that_is_left() -> None:
    one, other = device("One", KEYBOARD), device("Other", KEYBOARD)
    on = Machine(one, other, keyboards=True)
    one.put(keyed("5"))
    on.wait(1)
    on.devices.unplug(one)
    on.wait(1)
    assert on.pad.name == "Other"
    on.devices.unplug(other)
    on.wait(GRACE + 1)
    assert on.told[-1] == Changed("keypad.lost")
    on.pad.close()


def test_of_keyboards_that_another_program_has_none_is_the_pad() -> None:
    taken = device("Taken", KEYBOARD)
    taken.taken = True
    on = Machine(taken, keyboards=True)
    assert not on.there
    assert on.pad.busy == ("Taken",)


def test_a_name_chooses_among_pads() -> None:
    on = Machine(device("Left"), device("Right"), named="RIGHT")
    assert on.pad.name == "Right"
    assert not Machine(device("Left"), named="right").there


def test_a_named_pad_may_have_its_digits_above_letters() -> None:
    macro = device("Macro", frozenset((*range(2, 12), 28)))
    assert Machine(macro, named="macro").there
    assert not Machine(macro).there
    assert not Machine(device("Macro", LETTERS), named="macro").there


def test_a_pad_that_another_program_has_is_named_and_taken_once_it_is_free() -> None:
    pad = device()
    pad.taken = True
    on = Machine(pad)
    assert not on.there
    assert on.pad.busy == ("Pad",)
    pad.taken = False
    on.wait(1)
    assert on.pad.name == "Pad"
    assert on.told == [Changed("keypad.back")]


def test_a_stranger_is_opened_once_as_long_as_it_stands_there() -> None:
    mouse = device("Mouse", frozenset({272}))
    on = Machine(mouse)
    on.wait(5)
    assert mouse.opened == 1
    on.devices.unplug(mouse)
    on.wait(1)
    on.devices.plug(mouse, "/dev/input/event0")
    on.wait(1)
    assert mouse.opened == 2


def test_a_pad_takes_the_path_of_a_stranger_between_two_looks() -> None:
    mouse = device("Mouse", frozenset({272}))
    on = Machine(mouse)
    on.devices.unplug(mouse)
    on.devices.plug(device(), "/dev/input/event0")
    on.wait(0.5)
    assert on.pad.name == "Pad"


def test_a_pad_that_may_not_be_opened_yet_is_tried_again() -> None:
    on = Machine()
    on.devices.plug(device())
    on.devices.denied = True
    on.wait(1)
    assert on.pad.name is None
    on.devices.denied = False
    on.wait(0.5)
    assert on.pad.name == "Pad"


def test_a_pad_that_comes_later_is_told_of() -> None:
    on = Machine()
    assert not on.there
    on.devices.plug(device())
    on.wait(1)
    assert on.told == [Changed("keypad.back")]


def test_loss_and_return_are_told_once_each(on: Machine, pad: FakeDevice) -> None:
    on.devices.unplug(pad)
    on.wait(GRACE + 5)
    assert on.told == [Changed("keypad.lost")]
    assert not on.pad.there
    on.devices.plug(pad, "/dev/input/event9")
    pad.put(keyed("3\n"))
    on.wait(1)
    assert on.told == [Changed("keypad.lost"), Changed("keypad.back")]
    assert on.receiver.lines == ["3"]


def test_a_loose_plug_is_not_told(on: Machine, pad: FakeDevice) -> None:
    for _ in range(3):
        on.devices.unplug(pad)
        on.wait(GRACE / 2)
        on.devices.plug(pad)
        on.wait(GRACE)
    assert on.told == []


def test_a_pad_that_sleeps_and_wakes_is_not_told() -> None:
    pad = device(sleeps=True)
    on = Machine(pad)
    on.devices.unplug(pad)
    on.wait(600)
    assert on.pad.name is None
    assert on.pad.there
    on.devices.plug(pad, "/dev/input/event7")
    pad.put(keyed("8\n"))
    on.wait(1)
    assert on.told == []
    assert on.receiver.lines == ["8"]


def test_a_pad_that_wakes_for_the_first_time_is_not_told_but_can_answer() -> None:
    pad = device(sleeps=True)
    on = Machine(others=False)
    on.devices.plug(pad)
    on.wait(1)
    assert on.pad.name == "Pad"
    on.connected.went("keyboard")
    assert on.told == [Changed("keyboard.lost")]


def test_the_last_piece_that_can_answer_is_a_loss() -> None:
    pad = device()
    on = Machine(pad, others=False)
    on.devices.unplug(pad)
    on.wait(GRACE + 1)
    assert on.told == [Lost("keypad")]


def test_digits_are_kept_while_a_pad_is_gone(on: Machine, pad: FakeDevice) -> None:
    pad.put(keyed("1"))
    on.wait(0.5)
    on.devices.unplug(pad)
    on.wait(1)
    on.devices.plug(pad)
    pad.put(keyed("2\n"))
    on.wait(1)
    assert on.receiver.lines == ["12"]


def test_a_light_stands_again_as_it_was_when_the_pad_is_back(on: Machine, pad: FakeDevice) -> None:
    assert on.pad.has_light
    on.pad.set(True)
    on.devices.unplug(pad)
    on.pad.set(False)
    on.wait(1)
    on.devices.plug(pad)
    on.wait(0.5)
    assert pad.lit == {0: False}


def test_a_pad_without_a_light_is_dark() -> None:
    pad = FakeDevice(VirtualClock(), leds=())
    on = Machine(pad)
    on.pad.set(True)
    assert not on.pad.has_light
    assert pad.lit == {}


def test_the_thread_reads_until_the_pad_is_closed(on: Machine, pad: FakeDevice) -> None:
    on.pad.start()
    pad.put([*keyed("4\n")])
    assert on.receiver.came.wait(10)
    on.pad.close()
    assert on.receiver.lines == ["4"]
    assert not pad.grabbed
    assert "keypad" not in {thread.name for thread in threading.enumerate()}


@pytest.mark.parametrize("missing", [KP["7"], SIGNS["\n"]])
def test_what_lacks_a_digit_or_enter_is_no_pad(missing: int) -> None:
    assert not Machine(device(keys=PAD - {missing})).there
