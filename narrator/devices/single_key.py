"""A single key as the button: of a keyboard, a remote shutter, a pedal."""

from __future__ import annotations

from collections.abc import Sequence

from narrator.devices.button import NAME, Edge
from narrator.devices.connected import ConnectedDevices
from narrator.devices.connection import DeviceConnection
from narrator.devices.input_events import DOWN, EV_KEY, EV_SYN, SYN_DROPPED, UP, InputDevice, InputDevices
from narrator.devices.keycaps import has_letters
from narrator.inbox.clock import Clock

_EDGES = {DOWN: Edge.DOWN, UP: Edge.UP}


class KeyContact:
    """The key with this code, of the first device that has it, or of one whose name has `named` in it.

    The device is grabbed; a whole keyboard only where it is named, for somebody may be typing on it.
    """

    least = 0.0
    """A device tells of a key once it has settled; a remote may tell of its end in the same moment."""

    def __init__(self, devices: InputDevices, code: int, named: str, connected: ConnectedDevices, clock: Clock) -> None:
        self._code = code

        def fits(device: InputDevice) -> bool:
            return code in device.keys and named.casefold() in device.name.casefold()

        def grabs(device: InputDevice) -> bool:
            return bool(named) or not has_letters(device)

        self._connection = DeviceConnection(devices, fits, clock, connected, NAME, grabs)

    @property
    def busy(self) -> tuple[str, ...]:
        """Return the names of devices that have the key and that another program has."""
        return self._connection.busy

    def begin(self) -> bool:
        """Look for the device; return whether it is there. One that comes later is told of."""
        return self._connection.begin()

    def read(self, seconds: float) -> Sequence[Edge] | None:
        """Return what became of the key within so many seconds; None where the device is not there now."""
        if not self._connection.look():
            return None
        events = self._connection.read(seconds)
        if events is None:
            return None
        edges: list[Edge] = []
        for event in events:
            if event.type == EV_KEY and event.code == self._code and event.value in _EDGES:
                edges.append(_EDGES[event.value])
            elif event.type == EV_SYN and event.code == SYN_DROPPED:
                edges.append(Edge.GONE)  # its end may be among what is missing
        return edges

    def close(self) -> None:
        self._connection.close()
