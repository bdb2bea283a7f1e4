"""Which devices can still answer, and keeping one open: found by what it can do, lost, asleep, found again.

What is announced when a device goes or comes back is decided here too, and how the threads that read devices end.
"""

from __future__ import annotations

import errno
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from narrator.base import whole_files
from narrator.base.whole_files import content_of
from narrator.devices.input_events import CAPS, DOWN, EV_KEY, Event, InputDevice, InputDevices, Node
from narrator.table.inbox.entry import Changed, Entry, Lost
from narrator.table.inbox.inbox import Clock

_logger = logging.getLogger(__name__)


class ConnectedDevices:
    """The pieces that can answer, by their names: `keyboard`, `keypad`, `button`, `phone`. Any thread may tell of them.

    A piece that goes is a change where another one can still answer, and a loss where it was the last. Lines are
    `<name>.lost` and `<name>.back`.
    """

    def __init__(self, put: Callable[[Entry], None]) -> None:
        self._put = put
        self._lock = threading.Lock()
        self._names: set[str] = set()

    def to(self, put: Callable[[Entry], None]) -> None:
        """Say who is told from now on: a game, or the questions before one."""
        self._put = put

    def has(self, name: str) -> None:
        """Take in that a piece is there from the beginning: nothing is told."""
        with self._lock:
            self._names.add(name)

    def came(self, name: str, *, sleeps: bool = False) -> None:
        """Tell that a piece is there, or there again; of one that `sleeps` nobody is told.

        When it wakes depends on who touches it, and everybody would hear that (law 1).
        """
        self.has(name)
        if not sleeps:
            self._put(Changed(f"{name}.back"))

    def went(self, name: str) -> None:
        self._put(self.gone(name))

    def gone(self, name: str) -> Entry:
        """Take in that a piece is gone, and return what is to be told of it."""
        with self._lock:
            self._names.discard(name)
            return Changed(f"{name}.lost") if self._names else Lost(name)

    def there(self, name: str) -> bool:
        with self._lock:
            return name in self._names


_LONGEST = 1000  # bytes of what is kept of a keyboard

GRACE = 3.0
"""Seconds that a device may be gone before anybody is told: a loose plug, a hub that wakes up."""


class PressedBefore:
    """Which keyboard was pressed last to serve as a pad, by its `identity`: kept in a file, if there is one for it."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._identity = ""
        if file is not None:
            with suppress(OSError, UnicodeDecodeError):
                self._identity = content_of(file, _LONGEST).decode().strip()

    def among(self, devices: Mapping[Node, InputDevice]) -> Node | None:
        """Return where it stands; in whatever port, where no other of its vendor and product is there."""
        kind = self._identity.partition(" ")[0]
        alike = {node: device.identity for node, device in devices.items() if device.identity.split(" ")[0] == kind}
        same = [node for node, identity in alike.items() if identity == self._identity] or [*alike]
        return same[0] if len(same) == 1 else None

    def note(self, device: InputDevice) -> None:
        """Take in that it is this one; where that cannot be written, it is known until the end of the program."""
        if device.identity == self._identity:
            return
        self._identity = device.identity
        if self._file is not None:
            with suppress(OSError):
                whole_files.make_folder(self._file.parent)
                whole_files.replace(self._file, self._identity.encode())


class DeviceConnection:
    """The device of a kind that is open, if there is one. One thread calls `look` and `read`, any may call `light`.

    `fits` chooses it, and `grabs` says whether its events are taken away from everybody else, as they usually are.
    `connected` is told of it by its `name`; of one that sleeps where it is not used the table hears nothing, for
    when it sleeps and wakes depends on who touched it. `busy` are the names of those that fit and that another
    program has taken, at the last look.

    What `claims` to be one, and may be something else, serves where it is the only one, and where there are several,
    the one on which a key is pressed, or was pressed `before`: only it is grabbed. It gives way to one that fits, and
    to another one that claims and is pressed.
    """

    def __init__(
        self,
        devices: InputDevices,
        fits: Callable[[InputDevice], bool],
        clock: Clock,
        connected: ConnectedDevices,
        name: str,
        grabs: Callable[[InputDevice], bool] = lambda _device: True,
        claims: Callable[[InputDevice], bool] | None = None,
        before: PressedBefore | None = None,
    ) -> None:
        self._devices = devices
        self._fits = fits
        self._clock = clock
        self._connected = connected
        self._name = name
        self._grabs = grabs
        self._claims = claims
        self._before = before or PressedBefore()
        self._claiming: dict[Node, InputDevice] = {}
        """Those that claim and are not used: open, and read by everybody else, too."""
        self._only: Node | None = None
        """The one that claims and is used."""
        self._first: Sequence[Event] = ()
        """What was pressed on it before it was used."""
        self._lock = threading.Lock()  # so that no light is switched on a device that is being closed
        self._device: InputDevice | None = None
        self._strangers: frozenset[Node] = frozenset()
        self._missing = False
        self._gone: float | None = None
        self._asleep = False
        self._lit: dict[int, bool] = {}
        self.busy: tuple[str, ...] = ()

    @property
    def device(self) -> InputDevice | None:
        return self._device

    @property
    def there(self) -> bool:
        """Whether the device is open, or asleep: it will come back when it is used."""
        return self._device is not None or self._asleep

    def begin(self) -> bool:
        """Look for the first time; where nothing is there, its coming will be told. Return whether it is there."""
        found = self._find()
        self._missing = not found
        if found:
            self._connected.has(self._name)
        return found

    def look(self) -> bool:
        """Look for the device, if it is not there, and tell what there is to tell; return whether it is there."""
        had = self._device is not None
        if had and self._only is None:
            return True
        if self._find() and not had:
            if self._missing:
                self._connected.came(self._name, sleeps=self._device is not None and self._device.sleeps)
            self._missing, self._gone = False, None
        if self._device is not None:
            return True
        if self._gone is not None and self._clock.now() >= self._gone + GRACE:
            self._missing, self._gone = True, None
            self._connected.went(self._name)
        return False

    def read(self, seconds: float) -> Sequence[Event] | None:
        device = self._device
        if device is None:
            return None
        if self._first:
            first, self._first = self._first, ()
            return first
        try:
            events = device.read(seconds)
        except OSError as error:
            _logger.info("%s %s %s: %s", self._name, device.name, "sleeps" if device.sleeps else "is lost", error)
            self._asleep = device.sleeps
            self._gone = None if device.sleeps else self._clock.now()
            self._put_away()
            return None
        if self._only is not None and any(map(_is_press, events)):
            self._before.note(device)
        return events

    def light(self, led: int, on: bool) -> None:
        """Switch a light of the device, now or once it is back."""
        with self._lock:
            self._lit[led] = on
            self._switch(led, on)

    def close(self) -> None:
        self._put_away()
        self._let_go_of_claims()

    def _put_away(self) -> None:
        with self._lock:
            device, self._device, self._only = self._device, None, None
            if device is not None:
                device.close()

    def _let_go_of_claims(self) -> None:
        while self._claiming:
            self._claiming.popitem()[1].close()

    def _switch(self, led: int, on: bool) -> None:
        if self._device is None or led not in self._device.leds:
            return
        try:
            self._device.light(led, on)
        except OSError:
            return  # the thread that reads will notice

    def _find(self) -> bool:
        """Open the first device that fits, or else choose one that claims to be it; return whether one was taken.

        Those that do neither are left alone as long as they stand there.
        """
        present = self._devices.present()
        self._strangers &= frozenset(present)
        self.busy = ()
        for node in self._claiming.keys() - set(present):
            self._claiming.pop(node).close()
        known = {*self._claiming, *self._strangers, self._only}
        if any(node not in known and self._take(node) for node in present):
            self._let_go_of_claims()
            return True
        return self._choose()

    def _take(self, node: Node) -> bool:
        """Open a device; one that may not be opened yet, or is taken, is tried again at the next look."""
        try:
            device = self._devices.open(node)
        except OSError:
            return False
        if self._fits(device):
            return self._use(device)
        if self._claims is not None and self._claims(device):
            self._claiming[node] = device
        else:
            device.close()
            self._strangers |= {node}
        return False

    def _choose(self) -> bool:
        """Use what claims and is pressed, or was pressed before, or is the only one while nothing is used."""
        chosen = next((node for node, device in self._claiming.items() if self._is_pressed(device)), None)
        if chosen is None and self._device is None:
            only = next(iter(self._claiming)) if len(self._claiming) == 1 else None
            chosen = self._before.among(self._claiming) or only
        return chosen is not None and self._use(self._claiming.pop(chosen), chosen)

    def _is_pressed(self, device: InputDevice) -> bool:
        try:
            events = device.read(0)
        except OSError:
            return False  # it will not be present at the next look
        if any(map(_is_press, events)):
            self._first = events
            self._before.note(device)
            return True
        return False

    def _use(self, device: InputDevice, only: Node | None = None) -> bool:
        """Use an open device in place of the one before; `only` says where it stands if it merely claims to fit."""
        try:
            if self._grabs(device):
                device.grab()
        except OSError as error:
            if error.errno == errno.EBUSY:
                self.busy = (*self.busy, device.name)
            device.close()
            return False
        _logger.info("%s %s is open", self._name, device.name)
        self._put_away()
        with self._lock:
            self._device, self._only, self._asleep = device, only, False
            for led, on in self._lit.items():
                self._switch(led, on)
        return True


def _is_press(event: Event) -> bool:
    return event.type == EV_KEY and event.value == DOWN and event.code in CAPS


# --- the thread that reads a device -------------------------------------------------------------------------------


REST = 0.25
"""Seconds between two looks for a device, and the longest that one read waits: stopping may take as long."""


def until_stopped(read: Callable[[threading.Event], object], name: str) -> Callable[[], None]:
    """Read in a thread of its own, which ends once the event is set; return what sets it and waits for that end."""
    stopped = threading.Event()
    thread = threading.Thread(target=read, args=(stopped,), name=name, daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        thread.join()

    return stop


def repeated(step: Callable[[], bool], name: str) -> Callable[[], None]:
    """Take steps in a thread of its own until the returned function is called; after a vain one comes a rest."""

    def steps(stopped: threading.Event) -> None:
        while not stopped.is_set():
            if not step():
                stopped.wait(REST)

    return until_stopped(steps, name)
