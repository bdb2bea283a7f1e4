"""One visit of the doctor: what all its checks share."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from narrator.devices.input_events import LinuxDevices
from narrator.doctor.finding import DoctorWords, State
from narrator.inbox.clock import Clock, WallClock

if TYPE_CHECKING:  # what a check needs is loaded by the check, so that one package that is broken does not end all
    from narrator.app.settings import Settings
    from narrator.audio.sound_devices import SoundDevice
    from narrator.devices.input_events import InputDevices
    from narrator.doctor.aloud import DoctorVoice
    from narrator.doctor.asking import Asking
    from narrator.doctor.sound_under_test import SoundUnderTest


FREE = DoctorWords("visit.free")
STOP = DoctorWords("visit.stop")


@dataclass
class Visit:
    """Who is asked and told, and where things are looked for. Close it.

    `root` is where the system's files are; `asking` is somebody at the machine, None where nobody is; `tell` shows
    and says what comes before a question; `quick` leaves out what takes seconds. `inputs` opens what has keys; `lot`
    draws a number from one to another.
    """

    language: str
    tell: Callable[[DoctorWords], object]
    quick: bool = False
    asking: Asking | None = None
    root: Path = Path("/")
    inputs: Callable[[], InputDevices] = LinuxDevices
    clock: Clock = field(default_factory=WallClock)
    lot: Callable[[int, int], int] = random.randint
    closing: ExitStack = field(default_factory=ExitStack)

    @cached_property
    def settings(self) -> Settings:
        """The table's settings; the defaults where they cannot be read, which is a finding of its own."""
        from narrator.app.settings import load_settings

        return load_settings(lambda _sentence: None)

    @cached_property
    def devices(self) -> list[SoundDevice]:
        """The loudspeakers and microphones that PortAudio knows; none where it cannot be asked."""
        from narrator.audio.sound_devices import NoDevicesError, listed

        try:
            return listed()
        except NoDevicesError:
            return []

    @property
    def has_loudspeaker(self) -> bool:
        """Whether there is a loudspeaker, which may not open."""
        return any(device.outputs for device in self.devices)

    @property
    def has_microphone(self) -> bool:
        """Whether there is a microphone, which may not open."""
        return any(device.inputs for device in self.devices)

    @cached_property
    def booth(self) -> SoundUnderTest:
        """The loudspeaker and the microphone, opened once for all checks."""
        from narrator.doctor.sound_under_test import SoundUnderTest

        return self.closing.enter_context(SoundUnderTest(self.settings.output, self.settings.input))

    @cached_property
    def aloud(self) -> DoctorVoice:
        """The voice that says what is found, on the loudspeaker of this visit."""
        from narrator.doctor.aloud import DoctorVoice

        voice = self.settings.voice.get(self.language, self.language)
        aloud = DoctorVoice(self.language, voice, self.booth.sound)
        self.closing.callback(aloud.close)
        return aloud

    @property
    def can_speak(self) -> bool:
        """Whether there is a loudspeaker, as far as was seen: it is never opened for this alone."""
        booth = self.__dict__.get("booth")
        return booth is not None and booth.sound.missing is None

    @cached_property
    def boxed(self) -> bool:
        """Whether this machine is a box: the service is installed."""
        return "LoadState" in self._unit

    @property
    def fault(self) -> State:
        """The state of a piece that is in use: no fault while the service plays with it."""
        return State.NOTE if self._unit.get("ActiveState") == "active" else State.WRONG

    def freeing(self, remedy: DoctorWords = FREE) -> DoctorWords:
        """Return what to do about a piece that something else uses: on a box that may be the service."""
        return remedy + STOP if self.boxed else remedy

    @cached_property
    def _unit(self) -> dict[str, str]:
        from narrator.doctor.systemd_unit import unit

        return unit()

    def close(self) -> None:
        self.closing.close()
