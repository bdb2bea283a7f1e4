"""Input events from a pipe of another program, or a device of the kernel, in the Linux kernel's form.

An event is `struct input_event` of a 64-bit machine: seconds, microseconds, type, code, value.
"""

from __future__ import annotations

import contextlib
import os
import select
import stat
import struct
from collections.abc import Sequence
from pathlib import Path

from narrator.devices.input_events import Event, Node
from narrator.devices.keycaps import CAPS

FORM = struct.Struct("@llHHi")
"""One event."""


class EventFile:
    """A device whose events come from a path. It has the keys of a numeric pad and no light."""

    sleeps = False
    leds: frozenset[int] = frozenset()
    keys = frozenset(CAPS)

    def __init__(self, path: Path) -> None:
        """Open it.

        Raises:
            OSError: it cannot be read.
        """
        self.name = path.name
        # A pipe that is open for writing too does not end when its writer goes.
        mode = os.O_RDWR if path.is_fifo() else os.O_RDONLY
        self._file = os.open(path, mode | os.O_NONBLOCK | os.O_CLOEXEC)
        self._rest = b""

    def grab(self) -> None:
        """Nobody else reads it."""

    def read(self, seconds: float) -> Sequence[Event]:
        """Return the events that came, waiting so long for the first.

        Raises:
            OSError: it has ended.
        """
        if not select.select([self._file], [], [], seconds)[0]:
            return ()
        read = b""
        with contextlib.suppress(BlockingIOError):
            read = os.read(self._file, 64 * FORM.size)
            if not read:
                raise OSError(f"{self.name} has ended")
        whole, self._rest = _whole(self._rest + read)
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
        """Open it.

        Raises:
            OSError: it cannot be read.
        """
        return EventFile(Path(node.path))

    def code(self, name: str) -> int | None:  # noqa: ARG002 - no key of it is asked for by its name
        return None


def _whole(read: bytes) -> tuple[bytes, bytes]:
    """Split what was read into whole events and the beginning of one."""
    size = len(read) - len(read) % FORM.size
    return read[:size], read[size:]
