"""Whether there is a numeric pad, and whether each of its keys works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from narrator.devices.connection import ConnectedDevices, DeviceConnection
from narrator.devices.input_events import CAPS, DOWN, ENTER, EV_KEY
from narrator.devices.keypad import NAME, is_keypad
from narrator.devices.opening import AUTO, NONE, DeviceOptions, open_devices
from narrator.doctor.asking import Asking
from narrator.doctor.check_names import KEYPAD
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.reasons import said
from narrator.doctor.visit import Visit

UNWANTED = DoctorWords("keypad.unwanted")
THERE = DoctorWords("keypad.there")
PRESS = DoctorWords("keypad.press")
ALL_FELT = DoctorWords("keypad.all_felt")
SOME_NOT = DoctorWords("keypad.some_not")
CLEAN = DoctorWords("keypad.clean")
LEFT = DoctorWords("keypad.left")
CALLED: Mapping[str, DoctorWords | str] = {
    **{digit: digit for digit in "0123456789"},
    ".": DoctorWords("key.point"),
    "+": DoctorWords("key.plus"),
    "-": DoctorWords("key.minus"),
    "*": DoctorWords("key.star"),
    "/": DoctorWords("key.slash"),
    ENTER: DoctorWords("key.enter"),
}
"""The keys that are asked for, and what they are called aloud; as far as the pad has them."""

_SECONDS = 8.0
_GIVEN_UP = 3  # keys in a row that nobody pressed
_MOMENT = 0.25


def keypad(visit: Visit) -> Finding:
    """Look for the pad that a game would take; where somebody can be asked, have each key pressed."""
    options = visit.settings.keypad.strip() or AUTO
    if options.casefold() == NONE:
        return Finding(KEYPAD, State.NOTE, UNWANTED)
    with open_devices(DeviceOptions(keypad=options), _nobody(), visit.clock, devices=visit.inputs) as found:
        name = found.keypad.name if found.keypad is not None else None
    if name is None:
        needed = bool(visit.settings.keypad) or (visit.boxed and not visit.settings.button)
        state, text, remedy = said(found.reasons, visit)
        return Finding(KEYPAD, state if needed else State.NOTE, text, remedy)
    if visit.asking is None or visit.quick:
        return Finding(KEYPAD, State.WELL, THERE(name=name))
    return _pressed(visit, "" if options.casefold() == AUTO else options, name)


@contextmanager
def answering(visit: Visit, asking: Asking) -> Iterator[None]:
    """Take lines from the pad, too, for a while; nothing where there is none."""
    options = visit.settings.keypad.strip() or AUTO
    with open_devices(DeviceOptions(keypad=options), _nobody(), visit.clock, devices=visit.inputs) as found:
        if found.keypad is not None:
            found.keypad.receiver = _KeyReceiver(asking)
            found.start()
        yield


@dataclass(frozen=True)
class _KeyReceiver:
    """Gives the lines of a pad to who asks."""

    asking: Asking
    turn: int = 0

    def line(self, text: str, turn: int) -> None:  # noqa: ARG002 - as it is called
        """Take in a line."""
        self.asking.put(text)


def _pressed(visit: Visit, named: str, name: str) -> Finding:
    """Have each key of a pad pressed in turn."""
    pad = DeviceConnection(visit.inputs(), is_keypad(named), visit.clock, _nobody(), NAME)
    try:
        if not pad.begin() or pad.device is None:
            return Finding(KEYPAD, State.NOTE, LEFT(name=name))
        has = {CAPS[key] for key in pad.device.keys if key in CAPS}
        caps = [cap for cap in CALLED if cap in has]
        missed: list[str] = []
        for cap in caps:
            visit.tell(PRESS(key=CALLED[cap]))
            if not _felt(pad, cap, visit):
                missed.append(cap)
            if missed == caps[:_GIVEN_UP]:
                return Finding(KEYPAD, State.NOTE, LEFT(name=name))
    finally:
        pad.close()
    if missed:
        keys = tuple(CALLED[cap] for cap in missed)
        return Finding(KEYPAD, State.WRONG, SOME_NOT(name=name, keys=keys), CLEAN)
    return Finding(KEYPAD, State.WELL, ALL_FELT(name=name, count=len(caps)))


def _felt(pad: DeviceConnection, cap: str, visit: Visit) -> bool:
    """Wait until a key is pressed; other keys are no answer."""
    end = visit.clock.now() + _SECONDS
    while visit.clock.now() < end:
        events = pad.read(_MOMENT)
        if events is None:
            return False
        if any(event.type == EV_KEY and event.value == DOWN and CAPS.get(event.code) == cap for event in events):
            return True
    return False


def _nobody() -> ConnectedDevices:
    """Return devices of whose coming and going nobody is told."""
    return ConnectedDevices(lambda _entry: None)
