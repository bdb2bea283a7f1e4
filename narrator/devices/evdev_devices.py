"""The input devices of a Linux machine, through the package evdev, which may be missing."""

from __future__ import annotations

import fcntl
import os
import select
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from narrator.devices.input_events import Event, Node

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
        self.keys = frozenset(has.get(codes.EV_KEY, ()))
        # Without the right to write to it, evdev opens it to be read only, and none of its lights can be switched.
        writable = fcntl.fcntl(device.fd, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDWR
        self.leds = frozenset(has.get(codes.EV_LED, ())) if writable else frozenset()
        self.sleeps = device.info.bustype == BLUETOOTH

    def grab(self) -> None:
        """Take its events away from everybody else.

        Raises:
            OSError: somebody else has taken them, or it is gone.
        """
        self._device.grab()

    def read(self, seconds: float) -> Sequence[Event]:
        """Return the events that came, waiting so long for the first; nothing where none came.

        Raises:
            OSError: it is gone.
        """
        if not select.select([self._device.fd], [], [], seconds)[0]:
            return ()
        try:
            return [Event(event.type, event.code, event.value) for event in self._device.read()]
        except BlockingIOError:
            return ()

    def light(self, led: int, on: bool) -> None:
        """Switch one of its lights.

        Raises:
            OSError: it is gone.
        """
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
        """Open one.

        Raises:
            OSError: it is gone, or may not be read.
        """
        return LinuxDevice(self._evdev.InputDevice(node.path), self._evdev)

    def code(self, name: str) -> int | None:
        found = self._evdev.ecodes.ecodes.get(name) if name.startswith(("KEY_", "BTN_")) else None
        return found if isinstance(found, int) else None
