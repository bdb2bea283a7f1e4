"""PortAudio in pretence: loudspeakers and microphones made of files, for processes that a test starts.

A test writes which devices there are, what they refuse, and what befalls them; what a loudspeaker plays goes to a file.
Its microphone hears what its loudspeaker plays, as in a room, a moment later.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.ear.listener import Listener
from narrator.sound.audio.sound import Sound
from narrator.sound.dsp.samples import Samples, frames

SECONDS = 30.0
"""How long a test waits for what must come."""

SOUNDDEVICE = """
import json, os, threading, time
from pathlib import Path

ROOM = Path(os.environ["PRETENDED_ROOM"])
FASTER = float((ROOM / "faster").read_text())
DEVICES = json.loads((ROOM / "devices").read_text())
OUTPUTS = [index for index, device in enumerate(DEVICES) if device["max_output_channels"]]
ASLEEP, SWALLOWED = 5.0, 0.5
INPUTS = [index for index, device in enumerate(DEVICES) if device["max_input_channels"]]


class PortAudioError(Exception):
    pass


class default:
    device = (INPUTS[0] if INPUTS else -1, OUTPUTS[0] if OUTPUTS else -1)


def query_devices():
    return DEVICES


def befallen(name, what):
    return what in (ROOM / name.replace("/", "-")).read_text().split()


class Stream:
    def __init__(self, samplerate, channels, dtype, latency, device, blocksize=0):
        assert dtype == "int16"
        self.device, self.rate, self.channels, self.latency = DEVICES[device], samplerate, channels, latency
        while befallen(self.device["name"], "stuck"):
            (ROOM / "stuck").write_text(str(os.getpid()))
            threading.Event().wait(0.02)
        if befallen(self.device["name"], "gone"):
            raise PortAudioError("Device unavailable", -9985)
        if samplerate not in self.device.get("rates", [samplerate]):
            raise PortAudioError("Invalid sample rate", -9997)
        if channels not in self.device.get("channels", [channels]):
            raise PortAudioError("Invalid number of channels", -9998)
        self.at = None

    def start(self):
        pass

    def close(self):
        pass

    def pass_time(self, frames):
        while befallen(self.device["name"], "hanging"):
            threading.Event().wait(0.02)
        if befallen(self.device["name"], "gone"):
            raise PortAudioError("Device unavailable", -9985)
        now = time.monotonic()
        self.at = max(now, self.at or now) + frames / self.rate / FASTER
        threading.Event().wait(max(0.0, self.at - now))


class RawOutputStream(Stream):
    silent, swallowing = float("inf"), 0

    def write(self, pcm):
        new = ROOM / f"asked.{os.getpid()}"  # two processes may play in one room
        new.write_text(json.dumps([self.device["name"], self.rate, self.channels, self.latency]))
        new.replace(ROOM / "asked")
        frames = len(pcm) // 2 // self.channels
        if any(pcm):
            if befallen(self.device["name"], "sleeping") and self.silent > ASLEEP * self.rate:
                self.swallowing = SWALLOWED * self.rate
            self.silent = 0
            (ROOM / "sounding").touch()
            with open(ROOM / "heard", "ab") as heard:
                heard.write(pcm[2 * self.channels * int(min(frames, self.swallowing)) :])
            self.swallowing = max(0, self.swallowing - frames)
        else:
            self.silent += frames
        self.pass_time(frames)
        return befallen(self.device["name"], "starving")


class RawInputStream(Stream):
    read_available = 0

    def read(self, frames):
        self.pass_time(frames)
        try:
            loud = time.time() - (ROOM / "sounding").stat().st_mtime < 0.15
        except FileNotFoundError:
            loud = False
        frame = (20000 if loud else 2000).to_bytes(2, "little") + bytes(2 * (self.channels - 1))
        return frame * frames, False
"""
"""What is imported in place of `sounddevice`. Its microphones hear an echo for 150 ms, in their first channel.

A loudspeaker that is `sleeping` falls asleep after 5 s of silence, and swallows the next 0.5 s.
"""


def speaker(name: str, outputs: int = 2, **refuses: Any) -> dict[str, Any]:
    """Return a loudspeaker, which may be given `rates` and `channels` that it does not refuse."""
    return {
        "name": name,
        "max_output_channels": outputs,
        "max_input_channels": 0,
        "default_samplerate": 44100.0,
        **refuses,
    }


def microphone(name: str, inputs: int = 1, **refuses: Any) -> dict[str, Any]:
    return {**speaker(name, 0, **refuses), "max_input_channels": inputs}


@dataclass
class Room:
    """A room with pretended devices."""

    folder: Path

    def furnish(self, *devices: dict[str, Any]) -> None:
        """Put devices into the room, for processes that start from now on."""
        for device in devices:
            self.befalls(device["name"])
        _write(self.folder / "devices", json.dumps(devices))

    def befalls(self, name: str, what: str = "") -> None:
        """Let a device be `gone`, `hanging`, `sleeping` or `starving`; `stuck` as it is opened; or nothing of it."""
        _write(self.folder / name.replace("/", "-"), what)

    def heard(self) -> NDArray[np.int16]:
        """Return what was played, the silent blocks left out."""
        path = self.folder / "heard"
        return np.frombuffer(path.read_bytes() if path.exists() else b"", dtype="<i2")

    def spoken(self) -> NDArray[np.int16]:
        heard = self.heard()
        sounding: NDArray[np.int16] = heard[heard != 0]
        return sounding

    def words(self) -> list[int]:
        """Return the words that were played, each once where it was played in one piece."""
        heard = self.spoken()
        return [int(value) for value in heard[np.flatnonzero(np.diff(heard, prepend=0))]]

    def said(self, value: int) -> int:
        return int((self.heard() == value).sum())

    def until(self, value: int) -> None:
        while not self.said(value):
            threading.Event().wait(0.01)

    def stuck(self) -> int:
        """Wait until a process opens a device that is stuck, and return its id."""
        while not (there := self.folder / "stuck").is_file() or not (pid := there.read_text(encoding="ascii")):
            threading.Event().wait(0.01)
        return int(pid)

    def asked(self) -> tuple[str, int, int, float]:
        """Return name, rate, channels and latency of the loudspeaker that plays."""
        name, rate, channels, latency = json.loads((self.folder / "asked").read_text(encoding="utf-8"))
        return name, rate, channels, latency


@dataclass
class Table:
    """Who sits in a room, is told of changes, and listens."""

    room: Room
    changes: SimpleQueue[tuple[str, str]] = field(default_factory=SimpleQueue)
    heard: SimpleQueue[tuple[int, bytes]] = field(default_factory=SimpleQueue)

    def open(self, output: str | None = None) -> Sound:
        return Sound(output, on_change=self.change)

    def listen(self, sound: Sound) -> Listener:
        """Begin to hear by a microphone while this loudspeaker plays."""
        listener = Listener("", sound.played, self.change, lambda frame, pcm: self.heard.put((frame, pcm)))
        listener.listen(True)
        return listener

    def change(self, kind: str, detail: str) -> None:
        self.changes.put((kind, detail))

    def told(self) -> str:
        return self.changes.get(timeout=SECONDS)[0]

    def not_told(self) -> bool:
        return self.changes.empty()


def word(value: int, seconds: float = 0.5) -> Samples:
    """Return a word that can be known by its value."""
    return np.full(frames(seconds), value / 32768, dtype=np.float32)


def pretend(folder: Path, faster: float) -> Room:
    """Make a room in which time passes so much faster for devices; `folder` is to come first in the path of modules."""
    (folder / "sounddevice.py").write_text(SOUNDDEVICE, encoding="utf-8")
    (folder / "faster").write_text(str(faster), encoding="utf-8")
    room = Room(folder)
    room.furnish(speaker("default"), microphone("microphone"))
    return room


def _write(path: Path, text: str) -> None:
    """Write a file that another process may be reading."""
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)
