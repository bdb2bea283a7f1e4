"""Writes that wait for nobody: a terminal may be stopped, and a connection or the reader of a pipe stand still.

What is drawn on a terminal goes through `TerminalOutput`; what is printed, through a `LateStream`.
"""

from __future__ import annotations

import os
import select
import stat
import termios
import threading
import time
from contextlib import suppress
from typing import TextIO

PATIENCE = 0.05
"""Seconds that whoever prints waits until that is taken, once; after that in vain, no longer."""
AT_THE_END = 0.15
"""Seconds that are waited before a terminal or a pipe is left for what it has not taken."""
ABORT = "\x18"
"""Ends a control sequence that was torn, so that what follows is none of it."""


class TerminalOutput:
    """A terminal as it is drawn on. Safe for several threads, none of which waits longer than it says.

    It is written to by a descriptor of its own, for only that one may be told never to wait: what standard output is,
    the shell has too. Once it is gone it takes everything. A stream that is no terminal takes all at once.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._lock = threading.RLock()
        self._rest = b""
        self._torn = False
        self._own, self._descriptor = _opened(stream)

    def offer(self, text: str, seconds: float = 0.0) -> bool:
        """Write a text and return True; False, and nothing of it, where the terminal has not taken the one before.

        What it does not take within so many seconds is on its way: it follows when anything else is called here.
        """
        with self._lock:
            if not self.flush():
                return False
            if self._descriptor is None:
                self._stream.write(text)
                self._stream.flush()
                return True
            text = ABORT + text if self._torn else text
            self._rest, self._torn = text.encode(self._stream.encoding or "utf-8", "replace"), False
            self.flush(seconds)
            return True

    def flush(self, seconds: float = 0.0) -> bool:
        """Return whether all is taken that was written, by now or within so many seconds."""
        deadline = time.monotonic() + seconds
        with self._lock:
            while self._rest:
                try:
                    self._rest = self._rest[self._write() :]
                except BlockingIOError:
                    left = deadline - time.monotonic()
                    if left <= 0:
                        return False
                    self._await(left)
                except OSError:
                    self._rest = b""  # the terminal is gone
            return True

    def discard(self) -> None:
        """Forget what the terminal has not taken, also what the kernel holds for it."""
        with self._lock:
            self._rest, self._torn = b"", True
            if self._descriptor is not None:
                with suppress(termios.error):
                    termios.tcflush(self._descriptor, termios.TCOFLUSH)

    def release(self) -> bool:
        """Return whether the terminal takes all that was written, soon; else it is discarded, and nothing is stopped.

        Then nobody knows what stands on the terminal.
        """
        with self._lock:
            if self.flush(AT_THE_END):
                return True
            self.discard()
            if self._descriptor is not None:
                with suppress(termios.error):
                    # What a key has stopped goes on only where the program has stopped it as well.
                    termios.tcflow(self._descriptor, termios.TCOOFF)
                    termios.tcflow(self._descriptor, termios.TCOON)
            return False

    def close(self) -> None:
        """Close what was opened for it; what is written afterwards goes nowhere."""
        with self._lock:
            if self._own and self._descriptor is not None:
                os.close(self._descriptor)
                self._own, self._descriptor = False, -1

    def _write(self) -> int:
        assert self._descriptor is not None
        if self._own:
            return os.write(self._descriptor, self._rest)
        os.set_blocking(self._descriptor, False)
        try:
            return os.write(self._descriptor, self._rest)
        finally:
            os.set_blocking(self._descriptor, True)

    def _await(self, seconds: float) -> None:
        assert self._descriptor is not None
        ready = select.poll()
        ready.register(self._descriptor, select.POLLOUT)
        ready.poll(1000 * seconds)


def _opened(stream: TextIO) -> tuple[bool, int | None]:
    """Return a descriptor by which a terminal can be written to, and whether it is one of its own; None for none.

    A terminal that may not be opened, another user's perhaps, is still the process's own under another name.
    """
    try:
        shared = stream.fileno()
        if not os.isatty(shared):
            return False, None
    except (OSError, ValueError):
        return False, None
    how = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK | os.O_CLOEXEC
    with suppress(OSError):
        return True, os.open(os.ttyname(shared), how)
    with suppress(OSError):
        os.tcgetpgrp(shared)  # an error where it is not the one that /dev/tty is
        return True, os.open("/dev/tty", how)
    return False, shared


class LateStream:
    """Text for a stream that is written by a thread of its own: whoever prints waits for it `PATIENCE` at most.

    What the stream has not taken stands in memory; beyond `MOST` letters of it, what is printed is lost. Else it is as
    the stream itself.
    """

    MOST = 1 << 20

    def __init__(self, raw: TextIO) -> None:
        raw.flush()
        self._raw = raw
        self._news = threading.Condition()
        self._kept = ""
        self._busy = self._late = self._closed = False
        self._error: OSError | None = None
        threading.Thread(target=self._pass_on, name="printing", daemon=True).start()

    def write(self, text: str) -> int:
        with self._news:
            if len(self._kept) + len(text) <= self.MOST:
                self._kept += text
            self._news.notify_all()
        return len(text)

    def flush(self) -> None:
        """Wait a moment until all is taken, unless it was in vain the last time.

        Raises:
            OSError: it can take nothing any more.
        """
        self._wait(0.0 if self._late else PATIENCE)
        error, self._error = self._error, None
        if error is not None:
            raise error

    def close(self, *, hurried: bool = True) -> None:
        """Write nothing more but what a file takes; where nothing is `hurried`, a pipe as well."""
        self._wait(None if _is_file(self._raw) or not (hurried or self._raw.isatty()) else AT_THE_END)
        with self._news:
            self._closed = True
            self._news.notify_all()

    def __getattr__(self, name: str) -> object:
        return getattr(self._raw, name)

    def _wait(self, seconds: float | None) -> None:
        with self._news:
            self._late = not self._news.wait_for(lambda: not (self._kept or self._busy), seconds)

    def _pass_on(self) -> None:
        while True:
            with self._news:
                self._busy = False
                self._news.notify_all()
                self._news.wait_for(lambda: self._kept or self._closed)
                if self._closed:
                    return
                text, self._kept, self._busy = self._kept, "", True
            try:
                self._put(text)
            except OSError as error:
                self._error = error

    def _put(self, text: str) -> None:
        """Write to the descriptor: a thread that waits in the stream's own buffer would hinder the program's end."""
        try:
            descriptor = self._raw.fileno()
        except OSError:  # it is in memory
            self._raw.write(text)
            return
        left = text.encode(self._raw.encoding, self._raw.errors or "strict")
        while left and not self._closed:
            left = left[os.write(descriptor, left) :]


def _is_file(stream: TextIO) -> bool:
    try:
        return stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except OSError:
        return False
