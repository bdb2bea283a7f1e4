"""One visit of the doctor: what all its checks share, who is asked at the machine, and what a check finds."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, TypeAlias, Union

from narrator.base.resources import languages
from narrator.base.sentences import DOCTOR, sentences
from narrator.devices.input_events import LinuxDevices
from narrator.devices.keyboard import RawLines
from narrator.table.inbox.inbox import Clock, WallClock

if TYPE_CHECKING:
    from narrator.devices.input_events import InputDevices
    from narrator.doctor.loudspeaker import DoctorVoice
    from narrator.doctor.microphone import SoundUnderTest
    from narrator.evening.app.settings import Settings
    from narrator.sound.audio.sound_devices import SoundDevice


_COMMAND = re.compile(r"\s*:?\s*`[^`]*`")
_ASIDE = re.compile(r"\s*\([^()]*\)")


Value: TypeAlias = Union["DoctorWords", float, str, tuple[Union["DoctorWords", str], ...]]


@dataclass(frozen=True)
class DoctorWords:
    """Words of the doctor, by their id in the file of each language, which is read when they are told.

    Commands stand in backquotes, details of the system in brackets. `behind` are words that follow.
    """

    id: str
    values: tuple[tuple[str, Value], ...] = ()
    behind: tuple[DoctorWords, ...] = ()

    def __add__(self, other: DoctorWords) -> DoctorWords:
        return replace(self, behind=(*self.behind, other))

    def written(self, language: str) -> str:
        """Return them as they are read; in English where the language has no such words."""
        text = sentences(DOCTOR, language)[self.id]
        if self.values:
            text = text.format(**{name: _written(value, language) for name, value in self.values})
        return " ".join((text, *(words.written(language) for words in self.behind)))

    def spoken(self, language: str) -> str:
        """Return them as they are heard: nobody wants to hear a command or what the system answered."""
        text, before = _COMMAND.sub("", self.written(language)), ""
        while text != before:  # brackets may stand in brackets
            text, before = _ASIDE.sub("", text), text
        return text


def says(id_: str, **filled: object) -> DoctorWords:
    """Return words with their places filled: by words, several of them, numbers, or what is the same in all languages.

    A float has one digit behind its comma, or its point.
    """
    return DoctorWords(id_, tuple((name, _value(value)) for name, value in filled.items()))


class State(Enum):
    """How a thing is. A note is worth knowing and no fault: a thing that is not here, and that nothing asks for."""

    WELL = "well"
    NOTE = "note"
    WRONG = "wrong"


@dataclass(frozen=True)
class Finding:
    """What was found about one thing. Where it is wrong there is a remedy."""

    name: DoctorWords
    state: State
    text: DoctorWords
    remedy: DoctorWords | None = None

    def __post_init__(self) -> None:
        if self.state is State.WRONG and self.remedy is None:
            raise ValueError(f"{self.name.id} is wrong, and nobody says what to do")


def _value(value: object) -> Value:
    return value if isinstance(value, (DoctorWords, float, tuple)) else " ".join(str(value).split())


def _written(value: Value, language: str) -> str:
    match value:
        case DoctorWords():
            return value.written(language)
        case float():
            return f"{value:.1f}".replace(".", sentences(DOCTOR, language)["decimal"])
        case tuple():
            return ", ".join(_written(item, language) for item in value)
        case str():
            return value


class Examined(DoctorWords):
    """The name of what a check examines; it makes the check's finding."""

    def well(self, text: DoctorWords) -> Finding:
        return Finding(self, State.WELL, text)

    def note(self, text: DoctorWords, remedy: DoctorWords | None = None) -> Finding:
        return Finding(self, State.NOTE, text, remedy)

    def wrong(self, text: DoctorWords, remedy: DoctorWords) -> Finding:
        return Finding(self, State.WRONG, text, remedy)


LOUDSPEAKER = Examined("name.loudspeaker")
VOICE = Examined("name.voice")
KEPT_PHRASES = Examined("name.kept_phrases")
GAPS = Examined("name.gaps")
MICROPHONE = Examined("name.microphone")
RECOGNISER = Examined("name.recogniser")
SELF_TEST = Examined("name.self_test")
KEYPAD = Examined("name.keypad")
BUTTON = Examined("name.button")
LIGHT = Examined("name.light")
DISK = Examined("name.disk")
JOURNAL = Examined("name.journal")
SETTINGS = Examined("name.settings")
CLOCK = Examined("name.clock")
HEAT = Examined("name.heat")
SERVICE = Examined("name.service")
PROGRAM = Examined("name.program")


YES, NO = ("1", "+"), ("0", "2", "-")
"""What is taken for an answer to yes or no on a keypad; on a keyboard, the words of every language."""

PATIENCE = 30.0
"""Seconds for which an answer is awaited."""


class Asking:
    """The answers of somebody, from wherever they come. Nothing here waits without end."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._gone = False

    def listen(self, lines: RawLines) -> None:
        """Take lines from here too, in a thread, until they end."""

        def read() -> None:
            while line := lines.readline():
                self._lines.put(line.strip())
            self._lines.put(None)

        threading.Thread(target=read, name="lines", daemon=True).start()

    def put(self, line: str) -> None:
        self._lines.put(line.strip())

    def forget(self) -> None:
        """Drop what was said before it was asked."""
        while True:
            try:
                self._gone = self._lines.get_nowait() is None or self._gone
            except Empty:
                return

    def line(self, seconds: float = PATIENCE) -> str | None:
        """Return the next line; nothing where none comes in time, or nobody is there any more."""
        if self._gone:
            return None
        try:
            line = self._lines.get(timeout=max(0.0, seconds))
        except Empty:
            return None
        self._gone = line is None
        return line

    def yes(self, seconds: float = PATIENCE) -> bool | None:
        """Return whether the next line that is an answer says yes; nothing where none comes in time."""
        end = time.monotonic() + seconds
        while (line := self.line(end - time.monotonic())) is not None:
            for answer, keys, id_ in ((True, YES, "asking.yes"), (False, NO, "asking.no")):
                words = [word for language in languages() for word in sentences(DOCTOR, language)[id_].split()]
                if line.casefold() in (*keys, *words):
                    return answer
        return None


FREE = DoctorWords("visit.free")


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
        from narrator.evening.app.settings import load_settings

        return load_settings(lambda _sentence: None)

    @cached_property
    def devices(self) -> list[SoundDevice]:
        """The loudspeakers and microphones that PortAudio knows; none where it cannot be asked."""
        from narrator.sound.audio.sound_devices import NoDevicesError, listed

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
        from narrator.doctor.microphone import SoundUnderTest

        return self.closing.enter_context(SoundUnderTest(self.settings.output, self.settings.microphone))

    @cached_property
    def aloud(self) -> DoctorVoice:
        """The voice that says what is found, on the loudspeaker of this visit."""
        from narrator.doctor.loudspeaker import DoctorVoice

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
        return remedy + says("visit.stop") if self.boxed else remedy

    @cached_property
    def _unit(self) -> dict[str, str]:
        from narrator.doctor.machine import unit

        return unit()

    def close(self) -> None:
        self.closing.close()
