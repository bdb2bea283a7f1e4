"""Opening the keypad, the button and the light that the settings name, or the reason why one is missing."""

from __future__ import annotations

import errno
import queue
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from narrator.base.closing import Closing
from narrator.base.resources import settings_folder
from narrator.devices.button import NAME, Button, Edge, KeyContact
from narrator.devices.connection import ConnectedDevices, PressedBefore
from narrator.devices.input_events import InputDevices, LinuxDevices, NoEvdevError, has_digits
from narrator.devices.keypad import NAME as KEYPAD
from narrator.devices.keypad import Keypad
from narrator.devices.light import Lamp
from narrator.rules.core.effects import Form, Term
from narrator.table.inbox.inbox import Clock

PIN = re.compile(r"GPIO(\d{1,2})")
"""How a pin is written: its number as the board's maker counts, such as `GPIO17`."""


class NoPinsError(Exception):
    """There are no pins; the text is what gpiozero says. It is empty where that is not installed."""


class TakenPinError(Exception):
    """This pin cannot be used; the text is what gpiozero says."""


class BrokenPinsError(Exception):
    """The library that drives the pins fails, whatever the pin (mismatched versions, often); the text says how."""


def pin_number(written: str) -> int | None:
    """Return the number of a pin; None where this is none."""
    found = PIN.fullmatch(written.strip().upper())
    return int(found[1]) if found else None


def _opened(kind: str, pin: int, **options: bool | None) -> Any:
    """Open a pin as one of gpiozero's devices.

    Raises:
        NoPinsError: there are none here.
        TakenPinError: there is no such pin, or it is in use.
        BrokenPinsError: gpiozero fails, or what it stands on.
    """
    try:
        gpiozero = import_module("gpiozero")
    except ImportError:
        raise NoPinsError from None
    except Exception as error:  # a library that is broken ends no game
        raise BrokenPinsError(_why(error)) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one for each library that could have driven the pins
            return getattr(gpiozero, kind)(pin, **options)
    except gpiozero.BadPinFactory as error:
        raise NoPinsError(str(error)) from None
    except (gpiozero.GPIOZeroError, OSError) as error:
        raise TakenPinError(str(error)) from None
    except Exception as error:  # gpiozero 1.6 on lgpio 0.2 raises AttributeError, others what they like
        raise BrokenPinsError(_why(error)) from None


def _why(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


class PinContact:
    """A button between a pin and the ground: pressed, the pin is low.

    Raises:
        NoPinsError: there are no pins here.
        TakenPinError: there is no such pin, or it is in use.
        BrokenPinsError: gpiozero fails, or what it stands on.
    """

    least = 0.01
    """A long wire picks up interference; no finger is as quick."""

    def __init__(self, pin: int, connected: ConnectedDevices) -> None:
        self._connected = connected
        self._edges: queue.SimpleQueue[Edge] = queue.SimpleQueue()
        # What bounces is settled where presses are timed: gpiozero would lose the moment of the first contact.
        self._button = _opened("Button", pin, pull_up=True, bounce_time=None)
        self._button.when_pressed = lambda: self._edges.put(Edge.DOWN)
        self._button.when_released = lambda: self._edges.put(Edge.UP)

    def begin(self) -> bool:
        """Be there: whether something is wired to a pin cannot be known."""
        self._connected.has(NAME)
        return True

    def read(self, seconds: float) -> Sequence[Edge]:
        try:
            return (self._edges.get(timeout=seconds),)
        except queue.Empty:
            return ()

    def close(self) -> None:
        self._button.close()


class PinLamp:
    """A light between a pin and the ground; raises what a `PinContact` does."""

    def __init__(self, pin: int) -> None:
        self._led = _opened("LED", pin)

    def set(self, on: bool) -> None:
        self._led.value = on

    def close(self) -> None:
        self._led.off()
        self._led.close()


PIN_ERRORS = (NoPinsError, TakenPinError, BrokenPinsError)
"""All that opening a pin may raise."""

AUTO, NONE = "auto", "none"
"""Any numeric pad, and no piece at all."""


def remembered_keyboard() -> Path:
    """Return where a box keeps which of several keyboards was pressed to be its pad; it need not exist."""
    return settings_folder() / "keyboard"


@dataclass(frozen=True)
class DeviceOptions:
    """What a table wants, as the settings write it; an empty text is no wish.

    `typed`: somebody types at a keyboard. Where nobody does, `remembered` is where it is kept which one is the pad.
    """

    keypad: str = ""
    button: str = ""
    light: str = ""
    typed: bool = True
    remembered: Path | None = None


@dataclass(frozen=True)
class Reason:
    """Why a piece is not there, and what to do: a line of the session with its values."""

    line: str
    terms: Mapping[str, Term] = field(default_factory=dict)


def _because(line: str, **texts: str) -> Reason:
    return Reason(line, {name: Term(Form.TEXT, text) for name, text in texts.items()})


class OpenDevices(Closing):
    """The keypad, the button and the lamp of a table, open until they are closed.

    A keypad or a key that is not there yet is looked for all the same: `has_keypad` and `has_button` tell which were
    there at the beginning. `reasons` say what is missing.
    """

    def __init__(self) -> None:
        self.keypad: Keypad | None = None
        self.button: Button | None = None
        self.lamp: Lamp | None = None
        self.has_keypad = False
        self.has_button = False
        self.reasons: tuple[Reason, ...] = ()
        self._close: list[Callable[[], None]] = []

    def start(self) -> None:
        """Read keys and presses from now on, each in a thread of its own."""
        for piece in (self.keypad, self.button):
            if piece is not None:
                piece.start()

    def close(self) -> None:
        while self._close:
            self._close.pop()()

    def lacks(self, reason: Reason) -> None:
        """Note why a piece is not there; what two pieces lack is said once."""
        if reason not in self.reasons:
            self.reasons = (*self.reasons, reason)

    def closing(self, close: Callable[[], None]) -> None:
        """Close this too, before what was opened earlier."""
        self._close.append(close)


def open_devices(
    options: DeviceOptions,
    connected: ConnectedDevices,
    clock: Clock,
    *,
    devices: Callable[[], InputDevices] = LinuxDevices,
) -> OpenDevices:
    """Open what a table wants and what is there; nothing is read before `start`.

    `devices` are this machine's; it raises NoEvdevError where they cannot be read.
    """
    return _Search(connected, clock, devices).search(options)


class _Search:
    def __init__(self, connected: ConnectedDevices, clock: Clock, devices: Callable[[], InputDevices]) -> None:
        self._connected = connected
        self._clock = clock
        self._open = devices
        self._devices: InputDevices | None = None
        self._found = OpenDevices()

    def search(self, options: DeviceOptions) -> OpenDevices:
        """Search for all three; the keypad first, for a key of it is not the button's."""
        if _wanted(options.keypad):
            before = PressedBefore(options.remembered)
            self._keypad(options.keypad.strip(), keyboards=not options.typed, before=before)
        if _wanted(options.button):
            self._button(options.button.strip())
        if _wanted(options.light):
            self._light(options.light.strip())
        return self._found

    def _machine(self) -> InputDevices | None:
        if self._devices is None:
            try:
                self._devices = self._open()
            except NoEvdevError:
                self._found.lacks(_because("hands.no_evdev"))
        return self._devices

    def _keypad(self, written: str, *, keyboards: bool, before: PressedBefore) -> None:
        devices = self._machine()
        if devices is None:
            return
        named = "" if written.casefold() == AUTO else written
        keypad = Keypad(devices, named, self._connected, self._clock, keyboards=keyboards, before=before)
        self._found.keypad = keypad
        self._found.closing(keypad.close)
        self._found.has_keypad = keypad.begin()
        if not self._found.has_keypad:
            self._found.lacks(_why_no_pad(devices, named, keypad.busy))

    def _button(self, written: str) -> None:
        pin = pin_number(written)
        if pin is not None:
            try:
                contact = PinContact(pin, self._connected)
            except PIN_ERRORS as error:
                self._found.lacks(_why_no_pin(error, written))
                return
            self._keep(Button(contact, self._clock))
            return
        devices = self._machine()
        if devices is None:
            return
        key, _, named = (part.strip() for part in written.partition("@"))
        code = devices.code(key.upper())
        if code is None:
            self._found.lacks(_because("button.unknown", text=written))
            return
        key_contact = KeyContact(devices, code, named, self._connected, self._clock)
        self._keep(Button(key_contact, self._clock))
        if not self._found.has_button:
            self._found.lacks(self._why_no_key(key_contact.busy, written))

    def _why_no_key(self, busy: tuple[str, ...], written: str) -> Reason:
        if not busy:
            denied = self._devices is not None and _Survey(self._devices).denied
            return _because("hands.denied") if denied else _because("button.none", text=written)
        if self._found.keypad is not None and self._found.keypad.name in busy:
            return _because("button.on_keypad", text=written)
        return _because("hands.busy", names=_list(busy))

    def _keep(self, button: Button) -> None:
        self._found.button = button
        self._found.closing(button.close)
        self._found.has_button = button.begin()

    def _light(self, written: str) -> None:
        pin = pin_number(written)
        if pin is not None:
            try:
                lamp = PinLamp(pin)
            except PIN_ERRORS as error:
                self._found.lacks(_why_no_pin(error, written))
                return
            self._found.lamp = lamp
            self._found.closing(lamp.close)
        elif written.casefold() != KEYPAD:
            self._found.lacks(_because("light.unknown", text=written))
        elif self._found.keypad is None or not self._found.keypad.has_light:
            self._found.lacks(_because("light.no_keypad"))
        else:
            self._found.lamp = self._found.keypad


def _wanted(written: str) -> bool:
    return written.strip().casefold() not in ("", NONE)


def _list(names: tuple[str, ...] | list[str]) -> str:
    return ", ".join(dict.fromkeys(names))


def _why_no_pin(error: NoPinsError | TakenPinError | BrokenPinsError, written: str) -> Reason:
    if isinstance(error, BrokenPinsError):
        return _because("pins.broken", detail=str(error))
    if isinstance(error, TakenPinError):
        return _because("pins.refused", text=written, detail=str(error))
    return _because("pins.none", detail=str(error)) if str(error) else _because("hands.no_gpiozero")


def _why_no_pad(devices: InputDevices, named: str, busy: tuple[str, ...]) -> Reason:
    if busy:
        return _because("hands.busy", names=_list(busy))
    there = _Survey(devices)
    if there.denied:
        return _because("hands.denied")
    if named:
        return _because("keypad.unnamed", text=named, names=_list(there.names) or "-")
    return _because("keypad.keyboards", names=_list(there.keyboards)) if there.keyboards else _because("keypad.none")


class _Survey:
    """What is there instead: the names of all devices, which are keyboards, and whether some may not be read."""

    def __init__(self, devices: InputDevices) -> None:
        self.names: list[str] = []
        self.keyboards: list[str] = []
        self.denied = False
        for node in devices.present():
            try:
                device = devices.open(node)
            except OSError as error:
                self.denied = self.denied or error.errno in (errno.EACCES, errno.EPERM)
                continue
            self.names.append(device.name)
            if has_digits(device):
                self.keyboards.append(device.name)
            device.close()
