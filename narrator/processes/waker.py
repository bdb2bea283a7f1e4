"""A waker: any thread may wake the one that waits for it, or for a child process, in `select`."""

from __future__ import annotations

import os
import select
from contextlib import suppress

_ALL = 1 << 16  # bytes: all that a pipe holds


class Waker:
    """Wakes who waits for it, once for all calls of `wake` before. Close it, once nobody wakes or waits any more."""

    def __init__(self) -> None:
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._writer, False)

    def fileno(self) -> int:
        """Return what `select` waits for."""
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
