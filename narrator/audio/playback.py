"""A line that is being played: followed to its last sample, and where to restart it when sound was lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from narrator.audio.messages import NoSoundKind
from narrator.dsp.samples import BYTES, QUIET, RATE, Samples, frames, from_pcm

JOIN = frames(0.12)
"""A silence of this length is a pause, after which a line may be said again."""

LOOK = 0.05
"""Seconds after which who waits for a line gives a sign of life again, and looks whether the rest of it is wanted."""

_SLOWEST = 3.0  # times as long as it lasts
_SECONDS_MORE = 20.0


class NoSoundError(Exception):
    """There is no sound, for now; the text is what the system answered."""

    def __init__(self, kind: NoSoundKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


class Speech:
    """Something that is being said, or will be."""

    def __init__(self, number: int, pcm: bytes, waiting: int) -> None:
        """`waiting` is how many frames are to be said before it."""
        self.number, self.frames = number, len(pcm) // BYTES
        self._pcm = pcm
        self._patience = _SLOWEST * (waiting + self.frames) / RATE + _SECONDS_MORE
        self._since = 0
        self._begun: int | None = None
        self._heard = threading.Event()
        self._over = threading.Event()
        self._error: NoSoundError | None = None

    def wait(self, beat: Callable[[], object] = lambda: None) -> None:
        """Wait until its last sample has left, or it was hushed; `beat` is called again and again meanwhile.

        Raises:
            NoSoundError: sound was lost, and did not come back in time.
        """
        end = time.monotonic() + self._patience
        beat()
        while not self._over.wait(min(LOOK, max(0.0, end - time.monotonic()))):
            beat()
            if time.monotonic() >= end:
                raise NoSoundError("lost", "the loudspeaker does not keep up")
        if self._error is not None:
            raise self._error

    def wait_for_begin(self) -> None:
        """Wait until its first sample is due, or for a moment where it has to wait itself."""
        self._heard.wait(LOOK)

    def rest(self) -> bytes:
        """Return what is still to be said, by a process that has said nothing of it, as PCM."""
        return self._pcm[self._since * BYTES :]

    def begin(self, frame: int) -> None:
        """The present process says it, from this frame on."""
        self._begun = frame
        self._heard.set()

    def interrupt(self, frame: int) -> None:
        """The process was lost; `frame` is the last one that was certainly heard."""
        if self._begun is not None:
            reached = self._since + max(0, frame - self._begun)
            self._since, self._begun = resumption(from_pcm(self._pcm), min(reached, self.frames)), None

    def end(self, error: NoSoundError | None = None) -> None:
        self._error = error
        self._over.set()


def resumption(samples: Samples, reached: int) -> int:
    """Return from where to say samples again of which so many were heard: from the last pause before, or from 0."""
    import numpy as np

    quiet = np.abs(samples[:reached]) <= QUIET
    edges = np.flatnonzero(np.diff(quiet, prepend=False, append=False))
    begins, ends = edges[::2], edges[1::2]
    pauses = ends[ends - begins >= JOIN]
    return int(pauses[-1]) - JOIN // 2 if len(pauses) else 0
