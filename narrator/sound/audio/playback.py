"""The audio process as the game sees it, and a line that it plays: where to restart that one when sound was lost.

Nothing here waits longer than a moment, but for the end of a line.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from narrator.base.processes.child import ChildLostError, spawned
from narrator.base.processes.message_child import MessageChild, Waker
from narrator.sound.audio.messages import REPLIES, Beat, NoSoundKind, Reply, Trouble
from narrator.sound.dsp.samples import BYTES, QUIET, RATE, Samples, frames, from_pcm

JOIN = frames(0.12)
"""A silence of this length is a pause, after which a line may be said again."""

LOOK = 0.05
"""Seconds after which who waits for a line gives a sign of life again, and looks whether the rest of it is wanted."""

_SLOWEST = 3.0  # times as long as it lasts
_SECONDS_MORE = 20.0


class NoSoundError(ChildLostError):
    """There is no sound, for now; the text is what the system answered."""

    def __init__(self, kind: NoSoundKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


class Speech:
    """Something that is being said, or will be."""

    def __init__(self, number: int, pcm: bytes, waiting: int, *, words: bool = True) -> None:
        """`waiting` is how many frames are to be said before it."""
        self.number, self.frames, self.words = number, len(pcm) // BYTES, words
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


SILENCE = 1.5
"""Seconds without a beat after which the process is given up."""

STANDSTILL = 4.0
"""Seconds after which it is given up although it beats, since its loudspeaker takes nothing. A sound server without a
sound card may take as much as two seconds at once, and then nothing for as long."""

_AWAY = 1.0  # between two turns: then it was the game that was stopped, and the process had no reader


class AudioProcess(MessageChild[Reply]):
    """One audio process. For one thread."""

    def __init__(self, output: str, sounds: Path | None, played: int, seconds_to_open: float) -> None:
        """Start it for an output of this name, empty for the default one, and a folder of one's own sounds.

        `played` is the pipe on which it tells those who listen what is played.
        """
        own = "" if sounds is None else str(sounds)
        process = spawned("narrator.sound.audio.process", output, own, str(played), descriptors=(played,))
        super().__init__(process, REPLIES, "the audio process")
        self._turned = time.monotonic()
        self._beats_until = self._plays_until = self._turned + seconds_to_open
        self._frame = -1
        self._loss: NoSoundError | None = None

    def turn(self, waker: Waker | None = None) -> list[Reply]:
        if self._loss is not None:
            raise self._loss
        replies = super().turn(waker)
        for number, reply in enumerate(replies):
            match reply:
                case Trouble("portaudio" | "device" | "lost" as kind, detail):
                    self._loss = NoSoundError(kind, detail)  # once what came before it is taken
                    replies = replies[:number]
                    break
        self._watch(replies)
        return replies

    def _watch(self, replies: list[Reply]) -> None:
        now = time.monotonic()
        if now - self._turned > _AWAY:
            self._beats_until = max(self._beats_until, now + SILENCE)
            self._plays_until = max(self._plays_until, now + STANDSTILL)
        self._turned = now
        for reply in replies:
            if isinstance(reply, Beat):
                self._beats_until = now + SILENCE
                if reply.frame > self._frame:
                    self._frame, self._plays_until = reply.frame, now + STANDSTILL
        if now > self._beats_until:
            raise NoSoundError("lost", "the audio process gives no sign of life")
        if now > self._plays_until:
            raise NoSoundError("lost", "the loudspeaker takes no more samples")
