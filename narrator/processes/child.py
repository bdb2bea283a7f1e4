"""A part of the program that lives in a process of its own, because a library in it may hang, print or exit.

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
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import narrator
from narrator.processes import event_log

_log = logging.getLogger(__name__)

Reply = dict[str, Any]

_IMPORTABLE_FROM = str(Path(narrator.__file__).parents[1])
_SECONDS_TO_END = 1.0


class ChildLostError(Exception):
    """The child has ended, or has not answered in time."""


def spawned(module: str, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a module of this package as a child, with pipes at its standard input and output."""
    # -P keeps the current directory out of the child's imports: a file there must not pass for a library.
    path = os.pathsep.join(filter(None, (_IMPORTABLE_FROM, os.environ.get("PYTHONPATH"))))
    return subprocess.Popen(
        [sys.executable, "-P", "-m", module, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # audio libraries write there as they like, and the screen is ours
        env={**os.environ, "PYTHONPATH": path},
        bufsize=0,
    )


class Child:
    """One child process: a module of this package, run with some arguments."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._process = spawned(module, *arguments)
        assert self._process.stdin is not None  # they are pipes, as asked for
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        self._unread = b""

    def send(self, data: bytes, seconds: float) -> None:
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

    def receive(self, seconds: float) -> Reply:
        """Return the next reply.

        Raises:
            ChildLostError: the child has ended, or none came within `seconds`.
        """
        deadline = time.monotonic() + seconds
        while b"\n" not in self._unread:
            if not select.select([self._stdout], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise ChildLostError("it does not answer")
            more = os.read(self._stdout.fileno(), 65536)
            if not more:
                raise ChildLostError("it has ended")
            self._unread += more
        line, self._unread = self._unread.split(b"\n", 1)
        reply: Reply = json.loads(line)
        return reply

    def end(self) -> None:
        """Close its input and see it end, by force where it does not. May be called again."""
        self._stdin.close()
        try:
            self._process.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._stdout.close()

    def kill(self) -> None:
        """End it at once: it hangs."""
        self._process.kill()
        self.end()


def log_as(process: str) -> None:
    """Log, in a child, under this name, also what ends it: nobody reads what it writes to standard error."""
    with suppress(OSError):  # the game has said that nothing is logged
        event_log.begin(process)
    sys.excepthook = lambda _kind, error, _trace: _log.critical("ends: %s", error)


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


def replies(process: str) -> Callable[[Reply], None]:
    """Take over standard output for replies, in a child that replies in JSON."""
    out = os.fdopen(own_output(process), "w", encoding="utf-8")

    def reply(what: Reply) -> None:
        out.write(json.dumps(what, ensure_ascii=False) + "\n")
        out.flush()

    return reply
