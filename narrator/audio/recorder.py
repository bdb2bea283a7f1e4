"""A microphone that is always open, of which one stretch at a time is kept: to record a person."""

from __future__ import annotations

import threading
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from narrator.audio.sound_devices import reason
from narrator.dsp.samples import Samples, from_pcm

_TO_CLOSE = 1.0


class RecorderError(Exception):
    """The microphone was lost; says what the system answered."""


class InputStream(Protocol):
    """An open microphone."""

    def read(self) -> tuple[NDArray[np.int16], float, bool]:
        """Return the next block, when it ended, and whether some was lost before it; any exception is its end."""
        ...

    def close(self) -> None:
        """Give it back, when nothing reads any more."""


class Recorder:
    """Keeps what a microphone hears between `begin` and `end`, and throws the rest away. Close it."""

    def __init__(self, source: InputStream) -> None:
        self._source = source
        self._kept: list[bytes] | None = None
        self._lost = ""
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="recorder", daemon=True)
        self._thread.start()

    def begin(self) -> None:
        self._kept = []

    def end(self) -> Samples:
        """Return what was heard since then, at the rate of the source.

        Raises:
            RecorderError: the microphone was lost.
        """
        kept, self._kept = self._kept or [], None
        if self._lost:
            raise RecorderError(self._lost)
        return from_pcm(b"".join(kept))

    def close(self) -> None:
        """Stop listening, and give the microphone back. May be called again."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._thread.join(_TO_CLOSE)
        if not self._thread.is_alive():  # PortAudio may hang; then the program's end takes it back
            self._source.close()

    def _listen(self) -> None:
        try:
            while not self._closed.is_set():
                block, _, _ = self._source.read()
                if (kept := self._kept) is not None:
                    kept.append(block.astype("<i2").tobytes())
        except Exception as error:
            # Whatever PortAudio fails with, there is but one thing to say.
            self._lost = reason(error) or "no sound comes"
