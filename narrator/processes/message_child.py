"""A child process that exchanges messages, as the game sees it, and what wakes who waits for it.

Nothing here waits longer than a moment. Workers that answer by JSON alone (`narrator.processes.child`) do not load it.
"""

from __future__ import annotations

import os
import select
import subprocess
from collections import deque
from contextlib import suppress
from typing import Any, Generic

from narrator.processes.child import Child, ChildLostError
from narrator.processes.wire import AnyMessage, MessageDecoder, MessageError, encoded

_ALL = 1 << 16  # bytes: all that a pipe holds


class BackOff:
    """How long to wait, in seconds, before a process that was lost is started again: twice as long each time."""

    def __init__(self, first: float, longest: float) -> None:
        self._first, self._longest = first, longest
        self._next = first

    def next(self) -> float:
        wait, self._next = self._next, min(2 * self._next, self._longest)
        return wait

    def reset(self) -> None:
        """Begin anew: what is lost next was well for a time."""
        self._next = self._first


class Waker:
    """Wakes who waits for it, once for all calls of `wake` before. Close it, once nobody wakes or waits any more."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)

    def fileno(self) -> int:
        return self._reader

    def wake(self) -> None:
        """Wake whoever waits, or is the next to wait."""
        with suppress(BlockingIOError):  # it is full of calls that nobody has waited for
            os.write(self._writer, b"!")

    def wait(self, seconds: float = 0.0) -> None:
        """Wait until it is woken, for so many seconds at most; every call so far is answered then."""
        if select.select([self], [], [], seconds)[0]:
            os.read(self._reader, _ALL)

    def close(self) -> None:
        os.close(self._reader)
        os.close(self._writer)


_MOMENT = 0.3


class MessageChild(Child, Generic[AnyMessage]):
    """A child that gives messages of the `expected` kinds. `called` is its name where it is told that it was lost."""

    def __init__(
        self, process: subprocess.Popen[bytes], expected: tuple[type[AnyMessage], ...], called: str = "it"
    ) -> None:
        super().__init__(process)
        self._called = called
        self._unsent: deque[memoryview] = deque()
        self._decoder = MessageDecoder[AnyMessage](expected)

    def send(self, message: Any) -> None:
        """Send a message, after those before it, as soon as there is room in the pipe."""
        self._unsent.append(memoryview(encoded(message)))
        self._send()

    def turn(self, waker: Waker | None = None) -> list[AnyMessage]:
        """Wait for messages, for a moment, or until the `waker` wakes; return what came.

        Raises:
            ChildLostError: it has ended, or says what is no message.
        """
        said, told = self._stdout.fileno(), self._stdin.fileno()
        wakes: list[int | Waker] = [said] if waker is None else [said, waker]
        readable, writable, _ = select.select(wakes, [told] if self._unsent else [], [], _MOMENT)
        if writable:
            self._send()
        if said not in readable:
            return []
        data = os.read(said, 1 << 16)
        if not data:
            raise ChildLostError(f"{self._called} has ended")
        try:
            return list(self._decoder.feed(data))
        except MessageError as error:
            raise ChildLostError(str(error)) from error

    def _send(self) -> None:
        with suppress(BlockingIOError, BrokenPipeError):  # that it has ended is read on the other pipe
            while self._unsent:
                rest = self._unsent[0][os.write(self._stdin.fileno(), self._unsent[0]) :]
                if rest:
                    self._unsent[0] = rest
                else:
                    self._unsent.popleft()
