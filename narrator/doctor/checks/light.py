"""Whether the private light shines: it blinks a few times, and somebody says how often."""

from __future__ import annotations

from narrator.devices.connection import ConnectedDevices
from narrator.devices.keypad import NAME as KEYPAD
from narrator.devices.light import Lamp
from narrator.devices.opening import AUTO, NONE, DeviceOptions, open_devices
from narrator.doctor.check_names import LIGHT
from narrator.doctor.checks.keypad import answering
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.reasons import said
from narrator.doctor.visit import Visit
from narrator.inbox.clock import Clock

UNWANTED = DoctorWords("light.unwanted")
THERE = DoctorWords("light.there")
WATCH = DoctorWords("light.watch")
SEEN = DoctorWords("light.seen")
NOT_SEEN = DoctorWords("light.not_seen")
NOBODY = DoctorWords("light.nobody")
TURN = DoctorWords("light.turn")

_ON, _OFF = 0.4, 0.5  # seconds


def light(visit: Visit) -> Finding:
    """Open the light that the settings name and let it blink; where somebody can be asked, ask how often."""
    text = visit.settings.light.strip()
    if text.casefold() in ("", NONE):
        return Finding(LIGHT, State.NOTE, UNWANTED)
    pad = visit.settings.keypad.strip() or AUTO
    options = DeviceOptions(keypad=pad if text.casefold() == KEYPAD else "", light=text)
    times = visit.lot(2, 5) if visit.asking is not None and not visit.quick else 1
    with open_devices(options, ConnectedDevices(lambda _entry: None), visit.clock, devices=visit.inputs) as found:
        if found.lamp is None:
            return Finding(LIGHT, *said(found.reasons, visit))
        if visit.asking is None or visit.quick:
            _blink(found.lamp, times, visit.clock)
            return Finding(LIGHT, State.WELL, THERE(text=text))
        visit.tell(WATCH)
        _blink(found.lamp, times, visit.clock)
    with answering(visit, visit.asking):
        visit.asking.forget()
        answer = visit.asking.line()
    if not answer:
        return Finding(LIGHT, State.WRONG, NOBODY(text=text), TURN)
    if answer != str(times):
        return Finding(LIGHT, State.WRONG, NOT_SEEN(text=text, count=times, answer=answer), TURN)
    return Finding(LIGHT, State.WELL, SEEN(text=text, count=times))


def _blink(lamp: Lamp, times: int, clock: Clock) -> None:
    for _ in range(times):
        for on, seconds in ((True, _ON), (False, _OFF)):
            lamp.set(on)
            clock.sleep(seconds)
