"""Whether the one button is there, and whether a press arrives."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue

from narrator.devices.button import Length
from narrator.devices.connection import ConnectedDevices
from narrator.devices.opening import NONE, DeviceOptions, open_devices
from narrator.doctor.check_names import BUTTON
from narrator.doctor.finding import DoctorWords, Finding, State
from narrator.doctor.reasons import said
from narrator.doctor.visit import Visit

UNWANTED = DoctorWords("button.unwanted")
THERE = DoctorWords("button.there")
PRESS = DoctorWords("button.press")
FELT = DoctorWords("button.felt")
FELT_LONG = DoctorWords("button.felt_long")
NOT_FELT = DoctorWords("button.not_felt")
WIRE = DoctorWords("button.wire")

_SECONDS = 15.0


def button(visit: Visit) -> Finding:
    """Open the button that the settings name; where somebody can be asked, have it pressed."""
    text = visit.settings.button.strip()
    if text.casefold() in ("", NONE):
        return Finding(BUTTON, State.NOTE, UNWANTED)
    options = DeviceOptions(button=text)
    with open_devices(options, ConnectedDevices(lambda _entry: None), visit.clock, devices=visit.inputs) as found:
        if found.button is None or not found.has_button:
            return Finding(BUTTON, *said(found.reasons, visit))
        if visit.asking is None or visit.quick:
            return Finding(BUTTON, State.WELL, THERE(text=text))
        presses = _Presses()
        found.button.to(presses)
        found.start()
        visit.tell(PRESS)
        length = presses.next(_SECONDS)
    if length is None:
        return Finding(BUTTON, State.WRONG, NOT_FELT(text=text), WIRE)
    return Finding(BUTTON, State.WELL, (FELT if length is Length.SHORT else FELT_LONG)(text=text))


class _Presses:
    """Keeps the length of each press."""

    def __init__(self) -> None:
        self._lengths: SimpleQueue[Length] = SimpleQueue()

    def begun(self) -> Callable[[Length], None]:
        return self._lengths.put

    def next(self, seconds: float) -> Length | None:
        """Return the next length; nothing where nobody presses."""
        try:
            return self._lengths.get(timeout=seconds)
        except Empty:
            return None
