"""Input devices for the tests, faked where devices are listed, opened and read, and nowhere else."""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Iterable, Sequence

from narrator.devices.connection import REST
from narrator.devices.input_events import DOWN, EV_KEY, REPEATED, UP, Event, InputDevice, Node
from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.table.inbox.entry import Entry
from narrator.table.inbox.inbox import LiveInbox

KP = {"0": 82, "1": 79, "2": 80, "3": 81, "4": 75, "5": 76, "6": 77, "7": 71, "8": 72, "9": 73}
NAVIGATION = {"0": 110, "1": 107, "2": 108, "3": 109, "4": 105, "5": 355, "6": 106, "7": 102, "8": 103, "9": 104}
SIGNS = {".": 83, "+": 78, "-": 74, "*": 55, "/": 98, "\n": 96, "\b": 14}
NUMLOCK, SPACE, LETTER_A = 69, 57, 30
LETTERS = frozenset((*range(16, 26), *range(30, 39), *range(44, 51)))
PAD = frozenset((*KP.values(), *SIGNS.values(), NUMLOCK))
KEYBOARD = PAD | LETTERS | {SPACE, 28, *NAVIGATION.values(), *range(2, 12)}
NUMLOCK_LED = 0

NAMES = {"KEY_SPACE": SPACE, "KEY_KPENTER": 96, "KEY_A": LETTER_A}


def pressed(*codes: int) -> list[Event]:
    """Return the events of keys that are pressed and let go one after the other."""
    return [event for code in codes for event in (Event(EV_KEY, code, DOWN), Event(EV_KEY, code, UP))]


def held(code: int, times: int = 3) -> list[Event]:
    """Return the events of a key that is held until it repeats."""
    return [Event(EV_KEY, code, DOWN), *[Event(EV_KEY, code, REPEATED)] * times, Event(EV_KEY, code, UP)]


def keyed(text: str) -> list[Event]:
    """Return the events of a text that is keyed on a numeric pad."""
    return pressed(*((KP | SIGNS)[cap] for cap in text))


def waiting(inbox: LiveInbox, clock: VirtualClock) -> list[Entry]:
    """Return what is in an inbox and not stale."""
    found: list[Entry] = []
    while (entry := inbox.get(clock.now() + 0.001)) is not None:
        found.append(entry)
    return found


class FakeDevice:
    """A device whose events are put into it; what it did is kept. Reading it takes its time on the clock."""

    def __init__(
        self,
        clock: VirtualClock,
        name: str = "Pad",
        keys: Iterable[int] = PAD,
        leds: Iterable[int] = (NUMLOCK_LED,),
        *,
        sleeps: bool = False,
        identity: str = "",
    ) -> None:
        self.name = name
        self.identity = identity or f"1a2c:0e24 {name}"
        self.keys = frozenset(keys)
        self.leds = frozenset(leds)
        self.sleeps = sleeps
        self.taken = False
        """Whether another program has its events."""
        self.grabbed = False
        self.opened = 0
        self.lit: dict[int, bool] = {}
        self.gone = False
        self.clock = clock
        self.packets: deque[list[Event]] = deque()

    def put(self, events: Iterable[Event]) -> None:
        self.packets.append([*events])


class Handle:
    """A device that was opened once."""

    def __init__(self, device: FakeDevice, clock: VirtualClock) -> None:
        self.name, self.keys, self.leds, self.sleeps = device.name, device.keys, device.leds, device.sleeps
        self.identity = device.identity
        self._device = device
        self._clock = clock
        self._grabbed = False

    def grab(self) -> None:
        if self._device.taken or self._device.grabbed:
            raise OSError(errno.EBUSY, "busy")
        self._grabbed = self._device.grabbed = True

    def read(self, seconds: float) -> Sequence[Event]:
        if self._device.packets:
            return self._device.packets.popleft()
        if self._device.gone:
            raise OSError(errno.ENODEV, "gone")
        self._clock.sleep(seconds)
        return ()

    def light(self, led: int, on: bool) -> None:
        if self._device.gone:
            raise OSError(errno.ENODEV, "gone")
        self._device.lit[led] = on

    def close(self) -> None:
        if self._grabbed:
            self._grabbed = self._device.grabbed = False


class FakeDevices:
    """The devices of a machine: `plug` and `unplug` them."""

    def __init__(self) -> None:
        self.denied = False
        """Whether nobody may open them."""
        self._plugged: dict[Node, FakeDevice] = {}
        self._serials = 0

    def plug(self, device: FakeDevice, path: str = "/dev/input/event3") -> None:
        self._serials += 1
        device.gone = False
        self._plugged[Node(path, self._serials)] = device

    def unplug(self, device: FakeDevice) -> None:
        device.gone = True
        self._plugged = {node: other for node, other in self._plugged.items() if other is not device}

    def present(self) -> Sequence[Node]:
        return sorted(self._plugged)

    def open(self, node: Node) -> InputDevice:
        if self.denied:
            raise OSError(errno.EACCES, "denied")
        if node not in self._plugged:
            raise OSError(errno.ENOENT, "gone")
        device = self._plugged[node]
        device.opened += 1
        return Handle(device, device.clock)

    def code(self, name: str) -> int | None:
        """Return the code of one of the few keys that have names here."""
        return NAMES.get(name)


def looks(seconds: float) -> int:
    """Return how many looks so many seconds are."""
    return int(seconds / REST) + 1
