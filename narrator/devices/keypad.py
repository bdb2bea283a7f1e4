"""A numeric pad, by USB or Bluetooth: digits that Enter ends, and keys that are orders.

`+` next, `-` undo, `*` repeat, `/` help: at once, without Enter. `.` nobody; between digits, it and `+` separate seats.
At night nothing sounds, whatever is pressed.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from narrator.devices.connection import REST, ConnectedDevices, DeviceConnection, PressedBefore, repeated
from narrator.devices.input_events import (
    ENTER,
    ERASE,
    InputDevice,
    InputDevices,
    PressedKeys,
    has_digits,
    has_letters,
    has_numbers,
)
from narrator.table.inbox.entry import Typed, TypedLine
from narrator.table.inbox.inbox import Clock, LiveInbox
from narrator.table.inbox.moment import Moment
from narrator.table.language.typed import KEYPAD, LineReader

NAME = "keypad"
"""Its name among the devices, and the beginning of its lines."""

LIGHTS = (0, 1, 2)
"""The lights of which the first that a pad has is used: NumLock, CapsLock, ScrollLock."""


def press(line: TypedLine, cap: str, moment: Moment) -> Typed | None:
    """Take in a key; return the line that it ends, or itself where it is an order by itself."""
    if cap == ENTER:
        return line.enter()
    if cap == ERASE:
        line.erase()
    elif cap == "-" and line.text:
        line.forget()
    elif cap in KEYPAD and not (cap == "+" and line.text):
        return Typed(cap, moment)
    else:
        line.type(cap)
    return None


def is_keypad(named: str) -> Callable[[InputDevice], bool]:
    """Return what chooses the pad: by what it can do, and a whole keyboard only where a part of its name is given.

    A named one needs digits and Enter, wherever it has them.
    """

    def fits(device: InputDevice) -> bool:
        if not named:
            return has_numbers(device) and not has_letters(device)
        return named.casefold() in device.name.casefold() and has_digits(device)

    return fits


@dataclass(frozen=True)
class LineReceiver:
    """Where the lines of a pad go: an inbox, or whoever examines the pad. Called by the pad's thread.

    `moment` returns the public moment now; `take` takes in a line that was ended.
    """

    moment: Callable[[], Moment]
    take: Callable[[Typed], object]


def inbox_receiver(reader: LineReader, inbox: LiveInbox) -> LineReceiver:
    """Return what reads lines as entries of an inbox: a game's, or that of the questions before one."""
    return LineReceiver(lambda: inbox.moment, lambda typed: inbox.put(reader.read(*typed), typed.moment.slot))


class Keypad:
    """The pad of a table; its lines go to the `receiver` of the moment, from a thread of its own once it is started.

    `named` is a part of its name, empty for any pad. Where nobody types, `keyboards` serve as well: there are pads that
    claim to be one; of several it is that which is pressed, or was pressed `before`.
    """

    def __init__(
        self,
        devices: InputDevices,
        named: str,
        connected: ConnectedDevices,
        clock: Clock,
        *,
        keyboards: bool = False,
        before: PressedBefore | None = None,
    ) -> None:
        self.receiver: LineReceiver | None = None
        self._line: TypedLine
        self._clock = clock
        self._pressed = PressedKeys()
        self._last: LineReceiver | None = None
        claims = has_digits if keyboards and not named else None
        self._connection = DeviceConnection(
            devices, is_keypad(named), clock, connected, NAME, claims=claims, before=before
        )
        self._reading = ExitStack()

    @property
    def busy(self) -> tuple[str, ...]:
        return self._connection.busy

    @property
    def name(self) -> str | None:
        """Return what the pad calls itself; None where there is none now."""
        device = self._connection.device
        return None if device is None else device.name

    @property
    def there(self) -> bool:
        return self._connection.there

    def begin(self) -> bool:
        return self._connection.begin()

    def start(self) -> None:
        self._reading.callback(repeated(self.step, NAME))

    def step(self) -> bool:
        """Read what was pressed within a moment; False where there is no pad now."""
        if not self._connection.look():
            return False
        device, events = self._connection.device, self._connection.read(REST)
        if events is None or device is None:
            self._pressed = PressedKeys()
            return False
        for cap in self._pressed.caps(events, letters=has_letters(device)):
            self._press(cap)
        return True

    @property
    def has_light(self) -> bool:
        return self._led is not None

    def set(self, on: bool) -> None:
        self._connection.light(LIGHTS[0] if self._led is None else self._led, on)

    def close(self) -> None:
        self._reading.close()
        self._connection.close()

    @property
    def _led(self) -> int | None:
        device = self._connection.device
        return None if device is None else next((led for led in LIGHTS if led in device.leds), None)

    def _press(self, cap: str) -> None:
        receiver = self.receiver
        if receiver is None:
            return
        if receiver is not self._last:
            # What was keyed for another receiver is void here.
            self._line, self._last = TypedLine(receiver.moment, now=self._clock.now), receiver
        if (typed := press(self._line, cap, receiver.moment())) is not None:
            receiver.take(typed)
