"""The process that listens as the game sees it, from its start to its loss. Nothing here waits longer than a moment."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import time
from collections import deque
from pathlib import Path

from narrator.listening.messages import REPLIES, Audio, EarReady, Order, Reply
from narrator.listening.noise import RATE
from narrator.processes.child import spawned
from narrator.processes.wire import MessageError, Wire, encoded

SECONDS_TO_LOAD = 90.0
"""What a model may take that has time: a Raspberry Pi reads 40 MB and more from its card."""

PATIENCE = 8 * RATE
"""Samples that it may be given without a word from it: it says five times a second how loud they are."""

_BEHIND = 250  # orders: five seconds of sound
_MOMENT = 0.1
_SECONDS_TO_END = 1.0


class EarLostError(Exception):
    """The process is of no more use; says why."""


class EarProcess:
    """One process. For one thread."""

    def __init__(self, model: Path) -> None:
        self._process = spawned("narrator.listening.worker", str(model))
        assert self._process.stdin is not None  # they are pipes, as asked for
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        self._unsent: deque[memoryview] = deque()
        self._wire = Wire[Reply](REPLIES)
        self._loads_until = time.monotonic() + SECONDS_TO_LOAD
        self._unanswered = 0
        self.ready = False
        """Whether the model is loaded."""

    def send(self, order: Order) -> None:
        """Send an order, after those before it, as soon as there is room in the pipe.

        Sound is dropped while the model is loaded, and where the process falls behind: it is to answer at once.
        """
        if isinstance(order, Audio):
            if not self.ready:
                return
            self._unanswered += len(order.pcm) // 2
            if len(self._unsent) > _BEHIND:
                return
        self._unsent.append(memoryview(encoded(order)))
        self._write()

    def turn(self, alarm: int) -> list[Reply]:
        """Wait for replies, for a moment, or until `alarm`, a descriptor, can be read; return what came.

        Raises:
            EarLostError: it has ended, or gives no sign of life.
        """
        said, told = self._stdout.fileno(), self._stdin.fileno()
        readable, writable, _ = select.select([said, alarm], [told] if self._unsent else [], [], _MOMENT)
        if writable:
            self._write()
        replies = self._read() if said in readable else []
        if replies:
            self._unanswered = 0
        self.ready = self.ready or any(isinstance(reply, EarReady) for reply in replies)
        if self._unanswered > PATIENCE:
            raise EarLostError("it gives no sign of life")
        if not self.ready and time.monotonic() > self._loads_until:
            raise EarLostError("it takes too long to load")
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
        self._process.wait()

    def _write(self) -> None:
        with contextlib.suppress(BlockingIOError, BrokenPipeError):  # that it has ended is read on the other pipe
            while self._unsent:
                rest = self._unsent[0][os.write(self._stdin.fileno(), self._unsent[0]) :]
                if rest:
                    self._unsent[0] = rest
                else:
                    self._unsent.popleft()

    def _read(self) -> list[Reply]:
        data = os.read(self._stdout.fileno(), 1 << 16)
        if not data:
            raise EarLostError("it has ended")
        try:
            return list(self._wire.feed(data))
        except MessageError as error:
            raise EarLostError(str(error)) from error
