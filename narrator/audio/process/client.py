"""The audio process as the game sees it, from its start to its loss. Nothing here waits longer than a moment."""

from __future__ import annotations

import time
from pathlib import Path

from narrator.audio.messages import REPLIES, Beat, Reply, Trouble
from narrator.audio.playback import NoSoundError
from narrator.processes.child import ChildLostError, spawned
from narrator.processes.message_child import MessageChild
from narrator.processes.waker import Waker

SILENCE = 1.5
"""Seconds without a beat after which the process is given up."""

STANDSTILL = 4.0
"""Seconds after which it is given up although it beats, since its loudspeaker takes nothing. A sound server without a
sound card may take as much as two seconds at once, and then nothing for as long."""

_AWAY = 1.0  # between two turns: then it was the game that was stopped, and the process had no reader


class AudioProcess(MessageChild[Reply]):
    """One audio process. For one thread."""

    def __init__(self, output: str, microphone: str, sounds: Path | None, seconds_to_open: float) -> None:
        """Start it for devices of these names, empty for the default ones, and a folder of one's own sounds."""
        own = "" if sounds is None else str(sounds)
        process = spawned("narrator.audio.process", output, microphone, own)
        super().__init__(process, REPLIES, "the audio process")
        self._turned = time.monotonic()
        self._beats_until = self._plays_until = self._turned + seconds_to_open
        self._frame = -1
        self._loss: NoSoundError | None = None

    def turn(self, waker: Waker | None = None) -> list[Reply]:
        """Wait for replies, and return what came, as every child of messages.

        Raises:
            NoSoundError: it has ended, gives no sign of life, or reports that it cannot open the loudspeaker.
        """
        if self._loss is not None:
            raise self._loss
        try:
            replies = super().turn(waker)
        except ChildLostError as error:
            raise NoSoundError("lost", str(error)) from error
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
