"""The loudspeaker and the microphone while they are checked: what they open, report and hear."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from time import monotonic

import numpy as np

from narrator.audio.sound import Sound
from narrator.closing import Closing
from narrator.dsp.samples import HEARING_RATE, Samples, from_pcm, silence

SECONDS_TO_HEAR = 15.0
"""What a microphone may take to open."""


class NoMicrophoneError(Exception):
    """Nothing is heard; says why, or nothing where nothing came."""


class SoundUnderTest(Closing):
    """Sound as a game has it, with a tap on the microphone. Close it, or use it in a `with` statement."""

    def __init__(self, output: str, microphone: str) -> None:
        """Open devices by name or a part of it, as `Sound` does; `missing` says why there is no sound."""
        self._heard: SimpleQueue[Samples | None] = SimpleQueue()
        self._trouble = ""
        self.microphone = ""
        """The name of the microphone, once it is open."""
        self._tap: Callable[[int, bytes], object] | None = None
        self.sound = Sound(output, microphone, on_change=self._change, heard=self._take)

    def heard(self, seconds: float) -> Samples:
        """Return what the microphone hears from now on, at 16 kHz, for so many seconds.

        Raises:
            NoMicrophoneError: there is none, or nothing comes from it.
        """
        if self._trouble:
            raise NoMicrophoneError(self._trouble)
        while not self._heard.empty():
            self._heard.get()
        heard, count, end = [silence(0)], 0, monotonic() + SECONDS_TO_HEAR + seconds
        try:
            with self.tapped(lambda _frame, pcm: self._heard.put(from_pcm(pcm))):
                while count < seconds * HEARING_RATE:
                    came = self._heard.get(timeout=max(0.0, end - monotonic()))
                    if came is None:
                        raise NoMicrophoneError(self._trouble)
                    heard.append(came)
                    count += len(came)
        except Empty:
            raise NoMicrophoneError from None
        return np.concatenate(heard)

    @contextmanager
    def tapped(self, tap: Callable[[int, bytes], object]) -> Iterator[None]:
        """Give what is heard to somebody, as in `Sound`, for a while."""
        self._tap = tap
        self.sound.listen(True)
        try:
            yield
        finally:
            self.sound.listen(False)
            self._tap = None

    def close(self) -> None:
        self.sound.close()

    def _change(self, kind: str, detail: str) -> None:
        if kind == "hearing":
            self.microphone, self._trouble = detail, ""
        elif kind == "input":
            self._trouble = detail
            self._heard.put(None)

    def _take(self, frame: int, pcm: bytes) -> None:
        if (tap := self._tap) is not None:
            tap(frame, pcm)
