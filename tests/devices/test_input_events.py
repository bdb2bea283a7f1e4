"""Real input devices: a virtual one of the kernel is read, grabbed and lit; without evdev there is one clear error."""

from __future__ import annotations

import errno
import os
import pty
import socket
import sys
import tty
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from pads import KP, SIGNS

from narrator.devices.connection import ConnectedDevices
from narrator.devices.input_events import (
    DOWN,
    EV_KEY,
    FORM,
    UP,
    Event,
    EventFile,
    EventFiles,
    LinuxDevice,
    LinuxDevices,
    NoEvdevError,
    has_letters,
    has_numbers,
)
from narrator.devices.keypad import Keypad, LineReceiver
from narrator.table.inbox.inbox import WallClock
from narrator.table.inbox.moment import Moment

needs_evdev = pytest.mark.skipif(find_spec("evdev") is None, reason="evdev is not installed")
needs_uinput = pytest.mark.skipif(
    find_spec("evdev") is None or not os.access("/dev/uinput", os.W_OK),
    reason="no evdev, or no /dev/uinput that may be written to: there is no kernel keyboard to press",
)
NAME = "narrator's test pad"


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


class Opened:
    """What evdev returns for a device that was opened: its events come from a socket."""

    name = "Pad"
    phys = "usb-0000:01:00.0-1.3/input0"

    def __init__(self, file: int, bus: int = 3) -> None:
        self.fd = file
        self.info = SimpleNamespace(bustype=bus, vendor=0x1A2C, product=0x0E24)
        self.lit: list[tuple[int, int]] = []

    def capabilities(self, *, absinfo: bool) -> dict[int, list[int]]:
        assert not absinfo
        return {CODES.EV_KEY: [KP["1"], KP["2"]], CODES.EV_LED: [0]}

    def read(self) -> Iterator[SimpleNamespace]:
        for code in os.read(self.fd, 64) or gone():
            yield SimpleNamespace(type=EV_KEY, code=code, value=1, sec=0, usec=0)

    def set_led(self, led: int, value: int) -> None:
        self.lit.append((led, value))


CODES = SimpleNamespace(EV_KEY=1, EV_LED=17)


def gone() -> bytes:
    raise OSError(errno.ENODEV, "gone")


@pytest.fixture
def wire() -> Iterator[tuple[socket.socket, socket.socket]]:
    ends = socket.socketpair()
    yield ends
    for end in ends:
        end.close()


def test_events_of_evdev_are_read_until_the_device_is_gone(wire: tuple[socket.socket, socket.socket]) -> None:
    pad, kernel = wire
    device = LinuxDevice(Opened(pad.fileno()), SimpleNamespace(ecodes=CODES))
    assert device.read(0.0) == ()
    kernel.send(bytes([KP["1"], KP["2"]]))
    assert device.read(0.0) == [Event(EV_KEY, KP["1"], 1), Event(EV_KEY, KP["2"], 1)]
    kernel.close()
    with pytest.raises(OSError, match="gone"):
        device.read(0.0)


@pytest.mark.parametrize(("bus", "sleeps"), [(3, False), (5, True)])
def test_a_device_of_bluetooth_sleeps(wire: tuple[socket.socket, socket.socket], bus: int, sleeps: bool) -> None:
    device = LinuxDevice(Opened(wire[0].fileno(), bus), SimpleNamespace(ecodes=CODES))
    assert device.sleeps is sleeps
    assert device.keys == {KP["1"], KP["2"]}
    assert device.identity == "1a2c:0e24 usb-0000:01:00.0-1.3/input0"


def test_a_device_that_may_only_be_read_has_no_light(wire: tuple[socket.socket, socket.socket], tmp_path: Path) -> None:
    (tmp_path / "event0").touch()
    with (tmp_path / "event0").open("rb") as read_only:
        assert LinuxDevice(Opened(read_only.fileno()), SimpleNamespace(ecodes=CODES)).leds == frozenset()
    opened = Opened(wire[0].fileno())
    device = LinuxDevice(opened, SimpleNamespace(ecodes=CODES))
    assert device.leds == {0}
    device.light(0, True)
    assert opened.lit == [(0, 1)]


@needs_uinput
def test_a_pad_of_the_kernel_gives_lines_until_it_goes(evdev: ModuleType) -> None:
    keys = [*KP.values(), *SIGNS.values()]
    device = evdev.UInput({evdev.ecodes.EV_KEY: keys, evdev.ecodes.EV_LED: [0]}, name=NAME)
    lines: list[str] = []
    pad = Keypad(LinuxDevices(), NAME, ConnectedDevices(lambda _: None), WallClock())
    pad.receiver = LineReceiver(Moment, lambda typed: lines.append(typed.text))
    assert pad.begin()
    pad.set(True)
    for cap in "12\n":
        code = (KP | SIGNS)[cap]
        for value in (1, 0):
            device.write(EV_KEY, code, value)
            device.syn()
    for _ in range(20):
        pad.step()
    assert lines == ["12"]
    device.close()
    for _ in range(20):
        pad.step()
    assert pad.name is None
    pad.close()


SEVEN = 71


def event(code: int, value: int, type_: int = EV_KEY) -> bytes:
    return FORM.pack(1, 2, type_, code, value)


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pad")
    return tmp_path / "pad"


@pytest.fixture
def device(pipe: Path) -> Iterator[EventFile]:
    files = EventFiles(pipe)
    (node,) = files.present()
    device = files.open(node)
    yield device
    device.close()


def test_events_are_read_as_they_come_also_in_pieces(device: EventFile, pipe: Path) -> None:
    assert device.read(0) == ()
    written = event(SEVEN, DOWN) + event(SEVEN, UP)
    with pipe.open("wb", buffering=0) as writer:
        writer.write(written[:30])
        assert device.read(1) == [Event(EV_KEY, SEVEN, DOWN)]
        writer.write(written[30:])
        assert device.read(1) == [Event(EV_KEY, SEVEN, UP)]


def test_a_writer_that_goes_leaves_the_pad_where_it_is(device: EventFile, pipe: Path) -> None:
    for _ in range(2):
        with pipe.open("wb", buffering=0) as writer:
            writer.write(event(SEVEN, DOWN))
        assert device.read(1) == [Event(EV_KEY, SEVEN, DOWN)]
    assert device.read(0) == ()


def test_a_file_whose_events_would_come_again_and_again_is_no_pad(tmp_path: Path) -> None:
    (tmp_path / "recorded").write_bytes(event(SEVEN, DOWN))
    assert EventFiles(tmp_path / "recorded").present() == ()


def test_it_is_a_numeric_pad_and_no_keyboard(device: EventFile) -> None:
    assert has_numbers(device)
    assert not has_letters(device)


def test_a_file_that_is_not_there_may_come_later(tmp_path: Path) -> None:
    files = EventFiles(tmp_path / "later")
    assert files.present() == ()
    os.mkfifo(tmp_path / "later")
    assert len(files.present()) == 1


def test_a_device_of_the_kernel_is_a_pad_until_it_hangs_up() -> None:
    terminal, device = pty.openpty()  # what is at hand of the kernel's: it reads as one does
    tty.setraw(device)
    (node,) = EventFiles(Path(os.ttyname(device))).present()
    pad = EventFiles(Path(node.path)).open(node)
    os.write(terminal, event(SEVEN, DOWN))
    assert pad.read(1) == [Event(EV_KEY, SEVEN, DOWN)]
    os.close(terminal)
    with pytest.raises(OSError, match=r"ended|error"):
        pad.read(1)
    pad.close()
    os.close(device)
