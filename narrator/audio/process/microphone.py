"""The microphone, as the audio process sees it: a process of its own, restarted when it ends or falls silent.

PortAudio finds a device that was plugged in only when it is loaded again, and may hang in one that was pulled out: the
loudspeaker must suffer neither. Of what was recorded while the narrator spoke, `ears` tells what may be heard.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import assert_never

from narrator.audio.messages import (
    RECORDED,
    Captured,
    MicrophoneState,
    Recorded,
    Reply,
    Trouble,
)
from narrator.dsp.samples import HEARING_RATE
from narrator.processes.child import ChildLostError, spawned
from narrator.processes.message_child import BackOff, MessageChild

_TO_OPEN, _TO_FALL_SILENT = 10.0, 2.0


class Microphone:
    """What the microphone hears goes to `tell`, from a thread, while somebody listens and the ears are open."""

    def __init__(self, name: str, tell: Callable[[Reply], object]) -> None:
        """`name` is the device's, empty for the default; it is opened when somebody listens."""
        from narrator.audio.process.ears import OpenEars  # NumPy: the first word does not wait for it

        self.ears = OpenEars()
        self._name, self._tell = name, tell
        self._listening = False
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        self._process: MessageChild[Recorded] | None = None
        self._frame = 0
        self._next = 0
        self._back_off = BackOff(0.5, 15.0)
        self._lost = ""
        self._opened: MicrophoneState | None = None

    def listen(self, on: bool) -> None:
        """Begin or stop to tell. Once opened, the microphone stays open: the next window must not wait for it."""
        self._listening = on
        if on and self._thread is None:
            self._thread = threading.Thread(target=self._work, name="microphone", daemon=True)
            self._thread.start()

    def close(self) -> None:
        self._closed.set()
        if self._process is not None:
            self._process.terminate()
        if self._thread is not None:
            self._thread.join()

    def _work(self) -> None:
        while not self._closed.is_set():
            self._opened = None
            lost = self._follow()
            if self._closed.is_set():
                return
            if self._lost != lost:
                self._tell(Trouble("input", lost))
                self._lost = lost
            self._closed.wait(self._back_off.next())
            self._frame = self._next = self._next + HEARING_RATE

    def _follow(self) -> str:
        """Listen to one process until it is lost; return why."""
        heard_by = time.monotonic() + _TO_OPEN
        try:
            process = spawned("narrator.audio.process.capture", self._name)
            self._process = MessageChild(process, RECORDED, "the microphone's process")
            while not self._closed.is_set() and time.monotonic() < heard_by:
                for message in self._process.turn():
                    if isinstance(message, Trouble):
                        return message.detail
                    if isinstance(message, Captured):
                        heard_by = time.monotonic() + _TO_FALL_SILENT
                    self._take(message)
        except (ChildLostError, OSError) as error:  # or no process can be started
            return str(error)
        finally:
            if self._process is not None:
                self._process.kill()
        return "nothing comes from the microphone"

    def _take(self, message: MicrophoneState | Captured) -> None:
        match message:
            case MicrophoneState():
                self._opened = message
            case Captured(frame, at, pcm):
                if self._opened is not None:  # one that opens, and from which nothing comes, does not hear
                    self._back_off.reset()
                    self._lost = ""
                    self._tell(self._opened)
                    self._opened = None
                count = len(pcm) // 2
                frame += self._frame
                self._next = frame + count
                if self._listening:
                    for sound in self.ears.hear(frame, at, pcm):
                        self._tell(sound)
            case _:
                assert_never(message)
