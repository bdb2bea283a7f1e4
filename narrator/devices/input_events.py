"""The interface to input devices: key events in, lights of keys out. Numbers are those of the Linux input system."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

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
    def name(self) -> str:
        """Return what it calls itself."""
        ...

    @property
    def keys(self) -> frozenset[int]:
        """Return the codes of the keys that it says it has."""
        ...

    @property
    def leds(self) -> frozenset[int]:
        """Return the codes of those of its lights that can be switched."""
        ...

    @property
    def sleeps(self) -> bool:
        """Whether it goes away by itself where it is not used, and comes back at a key: Bluetooth."""
        ...

    def grab(self) -> None:
        """Take its events away from everybody else.

        Raises:
            OSError: somebody else has taken them, or it is gone.
        """
        ...

    def read(self, seconds: float) -> Sequence[Event]:
        """Return the events that came, waiting so long for the first; nothing where none came.

        Raises:
            OSError: it is gone.
        """
        ...

    def light(self, led: int, on: bool) -> None:
        """Switch one of its lights.

        Raises:
            OSError: it is gone.
        """
        ...

    def close(self) -> None:
        """Give it back."""
        ...


class InputDevices(Protocol):
    """The input devices of this machine."""

    def present(self) -> Sequence[Node]:
        """Return where devices stand now, in a fixed order."""
        ...

    def open(self, node: Node) -> InputDevice:
        """Open one.

        Raises:
            OSError: it is gone, or may not be read.
        """
        ...

    def code(self, name: str) -> int | None:
        """Return the code of a key by its name, such as `KEY_SPACE`; None where there is no such key."""
        ...
