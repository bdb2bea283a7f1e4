"""The audio process as the game sees it, from its start to its loss. Nothing here waits longer than a moment."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import time
from collections import deque
from pathlib import Path

from narrator.audio.messages import REPLIES, Beat, MessageError, Order, Reply, Trouble, Wire, encoded
from narrator.processes.child import spawned

SILENCE = 1.5
"""Seconds without a beat after which the process is given up."""

STANDSTILL = 4.0
"""Seconds after which it is given up although it beats, since its loudspeaker takes nothing. A sound server without a
sound card may take as much as two seconds at once, and then nothing for as long."""

_MOMENT = 0.1
_AWAY = 1.0  # between two turns: then it was the game that was stopped, and the process had no reader
_SECONDS_TO_END = 1.0
_FATAL = ("portaudio", "device", "lost")


class AudioLostError(Exception):
    """The audio process, or its loudspeaker, is of no more use. `kind` is one of `portaudio`, `device` and `lost`."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind, self.detail = kind, detail


class AudioProcess:
    """One audio process. For one thread."""

    def __init__(self, output: str, microphone: str, sounds: Path | None, seconds_to_open: float) -> None:
        """Start it for devices of these names, empty for the default ones, and a folder of one's own sounds."""
        self._process = spawned("narrator.audio.process", output, microphone, "" if sounds is None else str(sounds))
        assert self._process.stdin is not None  # they are pipes, as asked for
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        self._unsent: deque[memoryview] = deque()
        self._wire = Wire[Reply](REPLIES)
        self._turned = time.monotonic()
        self._beats_until = self._plays_until = self._turned + seconds_to_open
        self._frame = -1
        self._loss: AudioLostError | None = None

    def send(self, order: Order) -> None:
        """Send an order, after those before it, as soon as there is room in the pipe."""
        self._unsent.append(memoryview(encoded(order)))
        self._write()

    def turn(self, alarm: int) -> list[Reply]:
        """Wait for replies, for a moment, or until `alarm`, a descriptor, can be read; return what came.

        Raises:
            AudioLostError: it has ended, gives no sign of life, or says that the loudspeaker is not to be had.
        """
        if self._loss is not None:
            raise self._loss
        said, told = self._stdout.fileno(), self._stdin.fileno()
        readable, writable, _ = select.select([said, alarm], [told] if self._unsent else [], [], _MOMENT)
        if writable:
            self._write()
        replies = self._read() if said in readable else []
        self._watch(replies)
        return replies

    def end(self) -> None:
        """Close its input and see it end, by force where it does not."""
        with contextlib.suppress(OSError):
            self._stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        self.kill()

    def kill(self) -> None:
        """End it at once, also where it was stopped. May be called again."""
        self._process.kill()
        with contextlib.suppress(OSError):
            self._stdin.close()
        self._stdout.close()
        # One that hangs in the kernel cannot be waited for; it is buried when the next one is started.
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)

    def _write(self) -> None:
        with contextlib.suppress(BlockingIOError, BrokenPipeError):  # that it has ended is read on the other pipe
            while self._unsent:
                rest = self._unsent[0][os.write(self._stdin.fileno(), self._unsent[0]) :]
                if rest:
                    self._unsent[0] = rest
                else:
                    self._unsent.popleft()

    def _read(self) -> list[Reply]:
        """Return what can be read; that it was the last is for the next turn, so that nothing before it is lost."""
        data = os.read(self._stdout.fileno(), 1 << 16)
        replies: list[Reply] = []
        if not data:
            self._loss = AudioLostError("lost", "the audio process has ended")
        try:
            for reply in self._wire.feed(data):
                if isinstance(reply, Trouble) and reply.kind in _FATAL:
                    self._loss = AudioLostError(reply.kind, reply.detail)
                    break
                replies.append(reply)
        except MessageError as error:
            self._loss = AudioLostError("lost", str(error))
        return replies

    def _watch(self, replies: list[Reply]) -> None:
        now = time.monotonic()
        if now - self._turned > _AWAY:
            self._beats_until = max(self._beats_until, now + SILENCE)
            self._plays_until = max(self._plays_until, now + STANDSTILL)
        self._turned = now
        for reply in replies:
            if isinstance(reply, Beat):
                self._beats_until = now + SILENCE
                if reply.frame > self._frame:
                    self._frame, self._plays_until = reply.frame, now + STANDSTILL
        if now > self._beats_until:
            raise AudioLostError("lost", "the audio process gives no sign of life")
        if now > self._plays_until:
            raise AudioLostError("lost", "the loudspeaker takes no more samples")
