"""A child process that exchanges messages, as the game sees it, and what wakes who waits for it.

Nothing here waits longer than a moment. Workers that answer by JSON alone (`base.processes.child`) do not load it.
"""

from __future__ import annotations

import os
import select
import subprocess
import threading
import time
from abc import abstractmethod
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from narrator.base.closing import Closing
from narrator.base.processes.child import Child, ChildLostError
from narrator.base.processes.wire import AnyMessage, MessageDecoder, MessageError, encoded

BEAT = 1.0
"""Seconds after which a waiting thread looks around."""

_ALL = 1 << 16  # bytes: all that a pipe holds
_SECONDS_TO_CLOSE = 5.0

AnyOrder = TypeVar("AnyOrder")


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

    takes_orders = True

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


class ChildKeeper(Closing, Generic[AnyOrder, AnyMessage]):
    """A thread that keeps one process alive: it hands orders on, takes replies, and starts another that is lost.

    Orders may come from any thread. A new process is told all that still holds (`_known`), once it takes orders.
    """

    def __init__(self, name: str, first: float, longest: float) -> None:
        """After a loss, wait from `first` to `longest` seconds. The thread is of this name; who needs it starts it."""
        self._lock = threading.Lock()
        self._fresh: list[AnyOrder] = []
        self._closed = False
        self._back_off = BackOff(first, longest)
        self._waker = Waker()
        self._thread = threading.Thread(target=self._keep, name=name, daemon=True)

    @abstractmethod
    def _start(self) -> MessageChild[AnyMessage]:
        """Start a process; an `OSError` where none can be started."""

    @abstractmethod
    def _known(self) -> Iterable[AnyOrder]:
        """Return what a new process has to know. With the lock."""

    @abstractmethod
    def _take(self, reply: AnyMessage) -> None:
        """Take what the process tells."""

    @abstractmethod
    def _lose(self, error: Exception) -> float:
        """Take in that the process was lost; return how many seconds to wait before the next is started."""

    @property
    def _wanted(self) -> bool:
        """Whether a process is to be kept."""
        return not self._closed

    def _look_around(self) -> None:
        """Do what is due from time to time, with a process or without."""

    def close(self) -> None:
        with self._lock:
            closed, self._closed = self._closed, True
        if closed:
            return
        self._waker.wake()
        if self._thread.ident is not None:
            self._thread.join(_SECONDS_TO_CLOSE)
        if not self._thread.is_alive():
            self._waker.close()

    def _hand_on(self, order: AnyOrder) -> None:
        """Have an order sent. With the lock."""
        self._fresh.append(order)
        if not self._closed:
            self._waker.wake()

    def _keep(self) -> None:
        while self._wanted:
            try:
                self._live(self._start())
            except (ChildLostError, OSError) as error:
                self._pause(self._lose(error))

    def _live(self, process: MessageChild[AnyMessage]) -> None:
        """Keep one process until it is wanted no more, or is lost."""
        told_all = False
        try:
            while self._wanted:
                if process.takes_orders:
                    for order in self._orders(anew=not told_all):
                        process.send(order)
                    told_all = True
                for reply in process.turn(self._waker if told_all else None):
                    self._take(reply)
                self._look_around()
            process.end()
        finally:
            process.kill()

    def _orders(self, *, anew: bool) -> list[AnyOrder]:
        """Return the orders that have come since, or all that a new process has to know; answer the waker."""
        self._waker.wait()
        with self._lock:
            fresh, self._fresh = self._fresh, []
            return [*self._known()] if anew else fresh

    def _pause(self, seconds: float) -> None:
        end = time.monotonic() + seconds
        while self._wanted and (left := end - time.monotonic()) > 0:
            self._look_around()
            self._waker.wait(min(left, BEAT))
