"""Input devices: key events in, lights of keys out. Numbers are those of the Linux input system.

They are opened through the package evdev, which may be missing, or read from a pipe of another program in the kernel's
form, which needs no package. What the keys of a numeric pad mean stands here too, with or without NumLock.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import stat
import struct
from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

EV_SYN, EV_KEY = 0x00, 0x01
"""Types of events: what ends a packet, and a key."""

SYN_DROPPED = 3
"""The code of an `EV_SYN` event after which events are missing."""

UP, DOWN, REPEATED = 0, 1, 2
"""Values of a key's events; the kernel repeats a key that is held."""


class Event(NamedTuple):
    """One event, as it is read."""

    type: int
    code: int
    value: int


class Node(NamedTuple):
    """A place where a device may be opened. `serial` differs where another device has taken the same path."""

    path: str
    serial: int


class InputDevice(Protocol):
    """An input device that is open."""

    @property
    def name(self) -> str: ...

    @property
    def identity(self) -> str:
        """Return its vendor and product, as `1a2c:0e24`, and behind a blank the port that it is plugged into."""

    @property
    def keys(self) -> frozenset[int]:
        """Return the codes of the keys that it says it has."""

    @property
    def leds(self) -> frozenset[int]:
        """Return the codes of those of its lights that can be switched."""

    @property
    def sleeps(self) -> bool:
        """Whether it goes away by itself where it is not used, and comes back at a key: Bluetooth."""

    def grab(self) -> None:
        """Take its events away from everybody else.

        Raises:
            OSError: somebody else has taken them, or it is gone.
        """

    def read(self, seconds: float) -> Sequence[Event]:
        """Return the events that came, waiting so long for the first; nothing where none came.

        Raises:
            OSError: it is gone.
        """

    def light(self, led: int, on: bool) -> None:
        """Switch one of its lights.

        Raises:
            OSError: it is gone.
        """

    def close(self) -> None: ...


class InputDevices(Protocol):
    """The input devices of this machine."""

    def present(self) -> Sequence[Node]:
        """Return where devices stand now, in a fixed order."""

    def open(self, node: Node) -> InputDevice:
        """Open one.

        Raises:
            OSError: it is gone, or may not be read.
        """

    def code(self, name: str) -> int | None:
        """Return the code of a key by its name, such as `KEY_SPACE`; None where there is no such key."""


ENTER, ERASE = "\n", "\b"

_DIGITS = {  # the key of the pad, what it is without NumLock, and the key above the letters
    "0": (82, 110, 11),
    "1": (79, 107, 2),
    "2": (80, 108, 3),
    "3": (81, 109, 4),
    "4": (75, 105, 5),
    "5": (76, 355, 6),
    "6": (77, 106, 7),
    "7": (71, 102, 8),
    "8": (72, 103, 9),
    "9": (73, 104, 10),
}
_OTHERS = {
    ".": (83, 111, 121, 51, 52),  # the pad's point or its Delete, its comma, and those beside the letters
    "+": (78,),
    "-": (74, 12),
    "*": (55,),
    "/": (98, 53),
    ENTER: (96, 28),
    ERASE: (14,),
}
CAPS = {code: cap for caps in (_DIGITS, _OTHERS) for cap, codes in caps.items() for code in codes}
"""What a key means, by its code. NumLock means nothing: some pads press it around other keys by themselves."""

_CHARACTERS = {**{ord(cap): cap for cap in "0123456789.+-*/"}, ord(","): ".", 8: ERASE, 13: ENTER}
"""What a character means whose number is keyed under Alt, as pads do that send what has no key of its own."""

ALTS, SHIFTS = frozenset((56, 100)), frozenset((42, 54))
_SHIFTED = {9: "*", 13: "+"}
"""The signs that a pad without keys of their own for them sends under Shift, as an American keyboard has them."""


class PressedKeys:
    """What the keys of one device mean as they are pressed: with Alt and Shift, too.

    Digits under Alt are the number of a character, which is keyed as Alt is let go. Shift before a digit above the
    letters changes nothing, for a French keyboard has its digits so; a pad that presses both at once means the sign.
    """

    def __init__(self) -> None:
        self._held: set[int] = set()
        self._together: set[int] = set()
        """What went down in the packet that is being read."""
        self._number = ""

    def caps(self, events: Sequence[Event], *, letters: bool) -> Iterator[str]:
        """Yield what the next events mean; `letters` says that the device is a whole keyboard."""
        for event in events:
            if event.type == EV_SYN:
                self._together.clear()
                if event.code == SYN_DROPPED:  # what was let go meanwhile is not known
                    self._held.clear()
                    self._number = ""
            elif event.type == EV_KEY and event.code in ALTS | SHIFTS:
                yield from self._modified(event)
            elif event.type == EV_KEY and event.value == DOWN:
                yield from self._pressed(event.code, letters=letters)

    def _modified(self, event: Event) -> Iterator[str]:
        if event.value == DOWN:
            self._held.add(event.code)
            self._together.add(event.code)
        elif event.value == UP:
            self._held.discard(event.code)
            if event.code in ALTS and self._number:
                character, self._number = int(self._number[-4:]) % 256, ""
                if character in _CHARACTERS:
                    yield _CHARACTERS[character]

    def _pressed(self, code: int, *, letters: bool) -> Iterator[str]:
        cap = CAPS.get(code)
        if self._held & ALTS:
            if cap is not None and cap.isdecimal():
                self._number += cap
        elif self._held & SHIFTS and code in _SHIFTED and (not letters or self._together & SHIFTS):
            yield _SHIFTED[code]
        elif cap is not None:
            yield cap


LETTERS = frozenset((*range(16, 26), *range(30, 39), *range(44, 51)))
_PAD = frozenset((*(codes[0] for codes in _DIGITS.values()), _OTHERS[ENTER][0]))


def has_numbers(device: InputDevice) -> bool:
    """Whether a device has the ten digits of a numeric pad, and its Enter."""
    return device.keys >= _PAD


def has_letters(device: InputDevice) -> bool:
    """Whether a device is, or claims to be, a whole keyboard: somebody may be typing on it."""
    return device.keys >= LETTERS


def has_digits(device: InputDevice) -> bool:
    """Whether a device has ten digits and an Enter, wherever it has them."""
    return {CAPS[key] for key in device.keys if key in CAPS} >= {*"0123456789", ENTER}


FOLDER = Path("/dev/input")
BLUETOOTH = 0x05
"""The bus of a device that sleeps."""


class NoEvdevError(Exception):
    """The package evdev is not installed."""


def _evdev() -> ModuleType:
    try:
        return import_module("evdev")
    except ImportError:
        raise NoEvdevError from None


class LinuxDevice:
    """One device of `/dev/input`. Its lights may be switched from another thread than the one that reads it."""

    def __init__(self, device: Any, evdev: Any) -> None:
        self._device = device
        codes = evdev.ecodes
        has = device.capabilities(absinfo=False)
        self.name = str(device.name)
        self.identity = f"{device.info.vendor:04x}:{device.info.product:04x} {device.phys}"
        self.keys = frozenset(has.get(codes.EV_KEY, ()))
        # Without the right to write to it, evdev opens it to be read only, and none of its lights can be switched.
        writable = fcntl.fcntl(device.fd, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDWR
        self.leds = frozenset(has.get(codes.EV_LED, ())) if writable else frozenset()
        self.sleeps = device.info.bustype == BLUETOOTH

    def grab(self) -> None:
        self._device.grab()

    def read(self, seconds: float) -> Sequence[Event]:
        if not select.select([self._device.fd], [], [], seconds)[0]:
            return ()
        try:
            return [Event(event.type, event.code, event.value) for event in self._device.read()]
        except BlockingIOError:
            return ()

    def light(self, led: int, on: bool) -> None:
        self._device.set_led(led, int(on))

    def close(self) -> None:
        self._device.close()


class LinuxDevices:
    """What stands in `/dev/input`.

    Raises:
        NoEvdevError: the package is not installed.
    """

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._evdev = _evdev()

    def present(self) -> Sequence[Node]:
        found: list[tuple[int, Node]] = []
        for path in self._folder.glob("event*"):
            number = path.name.removeprefix("event")
            try:
                if number.isdecimal():
                    found.append((int(number), Node(str(path), path.stat().st_ino)))
            except OSError:
                continue  # it went meanwhile
        return [node for _, node in sorted(found)]

    def open(self, node: Node) -> LinuxDevice:
        return LinuxDevice(self._evdev.InputDevice(node.path), self._evdev)

    def code(self, name: str) -> int | None:
        found = self._evdev.ecodes.ecodes.get(name) if name.startswith(("KEY_", "BTN_")) else None
        return found if isinstance(found, int) else None


FORM = struct.Struct("@llHHi")
"""One event, `struct input_event` of a 64-bit machine: seconds, microseconds, type, code, value."""


class EventFile:
    """A device whose events come from a path. It has the keys of a numeric pad and no light."""

    sleeps = False
    leds: frozenset[int] = frozenset()
    keys = frozenset(CAPS)

    def __init__(self, path: Path) -> None:
        self.name = self.identity = path.name
        # A pipe that is open for writing too does not end when its writer goes.
        mode = os.O_RDWR if path.is_fifo() else os.O_RDONLY
        self._file = os.open(path, mode | os.O_NONBLOCK | os.O_CLOEXEC)
        self._rest = b""

    def grab(self) -> None:
        """Nobody else reads it."""

    def read(self, seconds: float) -> Sequence[Event]:
        if not select.select([self._file], [], [], seconds)[0]:
            return ()
        read = b""
        with contextlib.suppress(BlockingIOError):
            read = os.read(self._file, 64 * FORM.size)
            if not read:
                raise OSError(f"{self.name} has ended")
        read = self._rest + read
        size = len(read) - len(read) % FORM.size
        whole, self._rest = read[:size], read[size:]  # whole events, and the beginning of one
        return [Event(type_, code, value) for _, _, type_, code, value in FORM.iter_unpack(whole)]

    def light(self, led: int, on: bool) -> None:
        """There is no light."""

    def close(self) -> None:
        os.close(self._file)


class EventFiles:
    """The one device that is at this path."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def present(self) -> Sequence[Node]:
        try:
            status = self._path.stat()
        except OSError:
            return ()
        return (Node(str(self._path), status.st_ino),) if not stat.S_ISREG(status.st_mode) else ()

    def open(self, node: Node) -> EventFile:
        return EventFile(Path(node.path))

    def code(self, name: str) -> int | None:  # noqa: ARG002 - no key of it is asked for by its name
        return None
