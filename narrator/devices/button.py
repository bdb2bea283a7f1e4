"""The one button: a short press takes what is being counted, a long one takes back, a very long one says goodbye.

It is wired to a pin (see `opening`), or is a key of a keyboard, a remote shutter, a pedal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from narrator.devices.connection import REST, ConnectedDevices, DeviceConnection, repeated
from narrator.devices.input_events import DOWN, EV_KEY, EV_SYN, SYN_DROPPED, UP, InputDevice, InputDevices, has_letters
from narrator.table.inbox.entry import Order, Pressed
from narrator.table.inbox.inbox import Clock, LiveInbox

NAME = "button"
"""Its name among the devices, and the beginning of its lines."""

LONG, VERY_LONG = 0.8, 5.0
"""Seconds from which on a press takes back, and ends the evening."""

SETTLING = 0.03
"""Seconds after which a released button counts as released: contacts bounce for some milliseconds."""


class Edge(Enum):
    """What happens to a button."""

    DOWN = "down"
    UP = "up"
    GONE = "gone"


class Contact(Protocol):
    """What is pressed: a pin, or a key."""

    @property
    def least(self) -> float:
        """Return the seconds that a press lasts at least; what is shorter is a disturbance of the wire."""

    def begin(self) -> bool:
        """Look for it; return whether it is there."""

    def read(self, seconds: float) -> Sequence[Edge] | None:
        """Return what became of it within so many seconds; None where it is not there now."""

    def close(self) -> None: ...


class Length(Enum):
    """How long a button was pressed."""

    SHORT = "short"
    LONG = "long"
    VERY_LONG = "very long"


Pressing = Callable[[], Callable[[Length], None]]
"""Takes in, at its first moment, that the button is pressed, and returns what is to be told its length.

Called by the button's thread: for an inbox, or for whoever examines the button.
"""


def inbox_pressing(inbox: LiveInbox, current: Callable[[], object | None]) -> Pressing:
    """Return what turns presses into entries of an inbox, in the slot in which they began.

    `current` returns the item that is being counted now.
    """

    def begun() -> Callable[[Length], None]:
        inbox.press()
        # The slot first: what is counted may be newer than it, and then the press means nothing.
        slot = inbox.moment.slot
        item = current()

        def over(length: Length) -> None:
            match length:
                case Length.SHORT:
                    inbox.put(Pressed(item), slot)
                case Length.LONG:
                    inbox.put(Order.UNDO, slot)
                case Length.VERY_LONG:
                    inbox.put(Order.QUIT, slot)

        return over

    return begun


@dataclass
class _Press:
    at: float
    over: Callable[[Length], None]
    let_go: float | None = None
    told: bool = False


class PressTimer:
    """Times presses: each has one length, told once it is over; a very long one is told as soon as it is that long.

    What lasts less than `least` seconds is none. One press that means one thing: what puts a game away takes nothing
    back before.
    """

    def __init__(self, clock: Clock, *, least: float = 0.0) -> None:
        self.pressing: Pressing | None = None
        self._clock = clock
        self._least = least
        self._press: _Press | None = None

    def take(self, edge: Edge) -> None:
        self.wait()
        press, now = self._press, self._clock.now()
        if edge is Edge.GONE:
            self._press = None
        elif press is None:
            if edge is Edge.DOWN and self.pressing is not None:
                self._press = _Press(now, self.pressing())
        elif edge is Edge.DOWN:
            press.let_go = None
        elif press.let_go is None:
            press.let_go = now

    def wait(self) -> None:
        press, now = self._press, self._clock.now()
        if press is None:
            return
        if press.let_go is not None and now >= press.let_go + SETTLING:
            self._press = None
            lasted = press.let_go - press.at
            if not press.told and lasted >= self._least:
                press.over(Length.SHORT if lasted < LONG else Length.LONG)
        elif press.let_go is None and not press.told and now >= press.at + VERY_LONG:
            press.told = True
            press.over(Length.VERY_LONG)

    @property
    def patience(self) -> float:
        """Return how many seconds may pass before `wait` has something to do; never more than one look."""
        press = self._press
        if press is None or (press.told and press.let_go is None):
            return REST
        due = press.at + VERY_LONG if press.let_go is None else press.let_go + SETTLING
        return min(max(due - self._clock.now(), 0.0), REST)


class Button:
    """The button of a table; presses go where `to` says, from a thread of its own once it is started."""

    def __init__(self, contact: Contact, clock: Clock) -> None:
        self._contact = contact
        self._presses = PressTimer(clock, least=contact.least)
        self._reading = ExitStack()

    def to(self, pressing: Pressing | None) -> None:
        """Say where presses go from now on, or that they go nowhere."""
        self._presses.pressing = pressing

    def begin(self) -> bool:
        """Look for it; return whether it is there. One that comes later is told of."""
        return self._contact.begin()

    def start(self) -> None:
        """Read it in a thread, until it is closed."""
        self._reading.callback(repeated(self.step, NAME))

    def step(self) -> bool:
        """Take in what happens to it within a moment; False if it is not there now."""
        edges = self._contact.read(self._presses.patience)
        for edge in (Edge.GONE,) if edges is None else edges:
            self._presses.take(edge)
        self._presses.wait()
        return edges is not None

    def close(self) -> None:
        self._reading.close()
        self._contact.close()


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
        return self._connection.busy

    def begin(self) -> bool:
        return self._connection.begin()

    def read(self, seconds: float) -> Sequence[Edge] | None:
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
