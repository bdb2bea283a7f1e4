"""A child process: part of the program lives in one because a library in it may hang, print or exit.

Bytes go in through its standard input, one JSON object a line comes back. Nothing that people say or are told
is ever among its arguments, which every user of the machine could read. A child ends when its input ends, so
that it never outlives the game, however the game ends.
"""

from __future__ import annotations

import json
import logging
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import narrator
from narrator.base.processes import event_log

_logger = logging.getLogger(__name__)

Reply = dict[str, Any]

_IMPORTABLE_FROM = str(Path(narrator.__file__).parents[1])
_SECONDS_TO_END = 1.0


class ChildLostError(Exception):
    """The child has ended, has not answered in time, or says that it failed."""


def spawned(module: str, *arguments: str, descriptors: Sequence[int] = ()) -> subprocess.Popen[bytes]:
    """Start a module of this package as a child, with pipes at its standard input and output.

    One that is given `descriptors` is in a session of its own, where no Ctrl-C reaches it: a library in it may want it.
    """
    # -P keeps the current directory out of the child's imports: a file there must not pass for a library.
    path = os.pathsep.join(filter(None, (_IMPORTABLE_FROM, os.environ.get("PYTHONPATH"))))
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # audio libraries write there as they like, and the screen is ours
        env={**os.environ, "PYTHONPATH": path},
        bufsize=0,
        pass_fds=descriptors,
        start_new_session=bool(descriptors),
    )
    _logger.info("%s is process %d", module, process.pid)
    return process


class Child:
    """The game's end of one child process. For one thread, but for `pid` and `terminate`. Close it: `end` or `kill`."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process, self._stdin, self._stdout = process, process.stdin, process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        self._unread = b""

    @property
    def pid(self) -> int:
        return self._process.pid

    def write(self, data: bytes, seconds: float | None) -> None:
        """Write all of `data`.

        Raises:
            ChildLostError: the child has ended, or took nothing for `seconds`.
        """
        if self._stdin.closed:
            raise ChildLostError("it was closed")
        unsent = memoryview(data)
        while unsent:
            if not select.select([], [self._stdin], [], seconds)[1]:
                raise ChildLostError("it reads no more")
            try:
                unsent = unsent[os.write(self._stdin.fileno(), unsent) :]
            except BrokenPipeError:
                raise ChildLostError("it has ended") from None

    def order(self, what: Mapping[str, object], seconds: float) -> None:
        """Write an order, one line, as `write` does."""
        self.write(json.dumps(what).encode() + b"\n", seconds)

    def receive(self, seconds: float | None) -> Reply:
        """Return the next reply.

        Raises:
            ChildLostError: the child has ended, or none came within `seconds`.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._unread:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([self._stdout], [], [], left)[0]:
                raise ChildLostError("it does not answer")
            more = os.read(self._stdout.fileno(), 65536)
            if not more:
                raise ChildLostError("it has ended")
            self._unread += more
        line, self._unread = self._unread.split(b"\n", 1)
        reply: Reply = json.loads(line)
        return reply

    def answer(self, seconds: float) -> Reply:
        """Return the answer to an order, as `receive` does; one that it failed is a `ChildLostError` too."""
        reply = self.receive(seconds)
        if "failed" in reply:
            raise ChildLostError(reply["failed"])
        return reply

    def end(self) -> None:
        """Close its input and see it end, by force where it does not. May be called again."""
        self._stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)
        self.kill()

    def kill(self) -> None:
        """End it at once, also where it hangs or was stopped. May be called again."""
        if not self._stdout.closed:
            _logger.info("process %d ends, status %s", self.pid, self._process.poll())
        self._process.kill()
        self._stdin.close()
        self._stdout.close()
        # One that hangs in the kernel cannot be waited for; it is buried when the next one is started.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_SECONDS_TO_END)

    def terminate(self) -> None:
        """Have it end at once, from any thread: its owner learns that it has ended."""
        self._process.kill()


def log_as(process: str) -> None:
    """Log, in a child, under this name, also what ends it or a thread: nobody reads its standard error."""
    with suppress(OSError):  # the game has said that nothing is logged
        event_log.begin(process)
    sys.excepthook = lambda _kind, error, _trace: _logger.critical("ends: %s", error)
    threading.excepthook = lambda told: _logger.critical("a thread ends: %s", told.exc_value)


def own_output(process: str) -> int:
    """Take over standard output, in a child, and return it: what libraries print there from now on is dropped.

    Ctrl-C is the game's to answer, so the child ignores it. It logs under the name of `process`.
    """
    log_as(process)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    output = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)
    return output


def answer_orders(reply: Callable[[Reply], None], answer: Callable[[Any], Reply]) -> None:
    """Answer orders, in a child, until its input ends. Whatever a library raises goes to the game as a sentence."""
    for line in sys.stdin.buffer:
        try:
            told = answer(json.loads(line))
        except Exception as error:
            told = {"failed": f"{error}" or type(error).__name__}
        reply(told)


def replies(process: str) -> Callable[[Reply], None]:
    """Take over standard output for replies, in a child that replies in JSON."""
    out = os.fdopen(own_output(process), "w", encoding="utf-8")

    def reply(what: Reply) -> None:
        out.write(json.dumps(what, ensure_ascii=False) + "\n")
        out.flush()

    return reply
