"""Visits of the doctor to a table that a test lays: somebody who answers, and faked devices."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pads import PAD, FakeDevice, FakeDevices

from narrator.app.settings import Settings
from narrator.devices.input_events import InputDevices, NoEvdevError
from narrator.doctor.finding import DoctorWords
from narrator.doctor.visit import PATIENCE, Asking, Visit
from narrator.rehearsal.virtual_table import VirtualClock


class Somebody(Asking):
    """Somebody who answers what a test wrote down, and then nothing more."""

    def __init__(self, *answers: str, waits: bool = False) -> None:
        """`waits` is whether an answer is waited for that comes from elsewhere."""
        super().__init__()
        self._waits = waits
        self.answers = [*answers]
        self.came = threading.Event()

    def put(self, line: str) -> None:
        """Take one line."""
        self.answers.append(line)
        self.came.set()

    def line(self, seconds: float = PATIENCE) -> str | None:
        """Return the next answer."""
        assert seconds <= PATIENCE
        if self._waits:
            assert self.came.wait(60)
        return self.answers.pop(0) if self.answers else None


@dataclass
class Table:
    """A table, and what was told at it."""

    clock: VirtualClock = field(default_factory=VirtualClock)
    told: list[str] = field(default_factory=list)
    devices: FakeDevices | None = field(default_factory=FakeDevices)
    visits: list[Visit] = field(default_factory=list)

    def pad(self, name: str = "Pad", *, keys: Iterable[int] = PAD) -> FakeDevice:
        """Plug in a pad, or something else with keys."""
        device = FakeDevice(self.clock, name, keys)
        assert self.devices is not None
        self.devices.plug(device, f"/dev/input/event{len(self.devices.present())}")
        return device

    def visit(self, *answers: str, someone: bool = True, waits: bool = False, **settings: Any) -> Visit:
        """Begin a visit at which somebody answers; the settings say what they say."""
        asking = Somebody(*answers, waits=waits) if someone else None
        visit = Visit("en", self.tell, asking=asking, inputs=self.open, clock=self.clock, lot=lambda _low, high: high)
        visit.settings = Settings(**settings)
        visit.boxed = False
        self.visits.append(visit)
        return visit

    def tell(self, words: DoctorWords) -> None:
        """Take in what is told."""
        self.told.append(words.written("en"))

    def open(self) -> InputDevices:
        """Open what has keys."""
        if self.devices is None:
            raise NoEvdevError
        return self.devices
