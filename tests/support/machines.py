"""Machines for the doctor: this one with pieces taken away, in a process of its own; his visits to a table."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pads import PAD, FakeDevice, FakeDevices

import narrator
from narrator.devices.input_events import InputDevices, NoEvdevError
from narrator.doctor.visit import PATIENCE, Asking, DoctorWords, Visit
from narrator.evening.app.settings import Settings
from narrator.evening.rehearsal.virtual_table import VirtualClock

_HOOK = """
import sys
TAKEN = {taken!r}

class Nowhere:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in TAKEN:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Nowhere())
"""

READ_ONLY = Path("/sys/narrator")
"""A place where nobody can write, the administrator neither."""


@dataclass
class Machine:
    """A machine without some packages; `programs` are scripts by name, all that can be called.

    `modules` are folders with modules that stand in for others.
    """

    folder: Path
    taken: tuple[str, ...] = ()
    programs: dict[str, str] = field(default_factory=dict)
    home: Path | None = None
    more: dict[str, str] = field(default_factory=dict)
    modules: list[Path] = field(default_factory=list)

    def doctor(self, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "narrator", "doctor", *words],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.environment(),
            cwd=self.folder,
            timeout=300,
            check=False,
        )

    def environment(self) -> dict[str, str]:
        """Return the environment of a program on this machine."""
        modules, programs = self.folder / "modules", self.folder / "programs"
        modules.mkdir(exist_ok=True)
        programs.mkdir(exist_ok=True)
        (modules / "sitecustomize.py").write_text(_HOOK.format(taken=self.taken), encoding="utf-8")
        for name, script in self.programs.items():
            (programs / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
            (programs / name).chmod(0o700)
        path = os.pathsep.join(map(str, (modules, *self.modules, Path(narrator.__file__).parents[1])))
        return {
            "HOME": str(self.folder),
            "NARRATOR_HOME": str(self.home or self.folder / "home"),
            "PATH": str(programs),
            "PYTHONPATH": path,
            "PYTHONUTF8": "1",
            **self.more,
        }


class Somebody(Asking):
    """Somebody who answers what a test wrote down, and then nothing more."""

    def __init__(self, *answers: str, waits: bool = False) -> None:
        """`waits` is whether an answer is waited for that comes from elsewhere."""
        super().__init__()
        self._waits = waits
        self.answers = [*answers]
        self.came = threading.Event()

    def put(self, line: str) -> None:
        self.answers.append(line)
        self.came.set()

    def line(self, seconds: float = PATIENCE) -> str | None:
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
        self.told.append(words.written("en"))

    def open(self) -> InputDevices:
        if self.devices is None:
            raise NoEvdevError
        return self.devices
