"""A child process that exchanges messages, as the game sees it. Nothing here waits longer than a moment."""

from __future__ import annotations

import os
import select
import subprocess
from collections import deque
from contextlib import suppress
from typing import Any, Generic

from narrator.processes.child import Child, ChildLostError
from narrator.processes.waker import Waker
from narrator.processes.wire import AnyMessage, MessageDecoder, MessageError, encoded

_MOMENT = 0.1


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
