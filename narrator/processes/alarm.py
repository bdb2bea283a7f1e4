"""An alarm: any thread may wake the one that waits for it, or for a child process, in `select`."""

from __future__ import annotations

import os
import select
from contextlib import suppress

_ALL = 1 << 16  # bytes: all that a pipe holds


class Alarm:
    """Rings until it is heard. Close it, once nobody rings or waits any more."""

    def __init__(self) -> None:
        self._heard, self._rung = os.pipe()
        os.set_blocking(self._rung, False)

    def fileno(self) -> int:
        """Return what `select` waits for."""
        return self._heard

    def ring(self) -> None:
        """Wake whoever waits, or is the next to wait."""
        with suppress(BlockingIOError):  # many rings wait to be heard
            os.write(self._rung, b"!")

    def wait(self, seconds: float = 0.0) -> None:
        """Wait until it rings, for so many seconds at most; every ring so far is heard then."""
        if select.select([self], [], [], seconds)[0]:
            os.read(self._heard, _ALL)

    def close(self) -> None:
        """Give the pipe back."""
        os.close(self._heard)
        os.close(self._rung)
