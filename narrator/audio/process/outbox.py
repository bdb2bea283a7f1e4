"""Messages out of a sound process, written by a thread of their own: the mixer must not wait for a slow reader."""

from __future__ import annotations

import os
import threading
from queue import SimpleQueue

from narrator.audio.messages import Captured, Message, MicrophoneSound
from narrator.processes.wire import encoded

_UNREAD = 500  # ten seconds of what a microphone hears

_LAST = None


class Outbox:
    """A pipe on which messages go out in their order. The process ends when nobody is at its other end."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._unsent: SimpleQueue[Message | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="outbox", daemon=True)
        self._thread.start()

    def send(self, message: Message) -> None:
        """Send, without waiting. What a microphone hears is dropped while nobody reads."""
        if self._unsent.qsize() < _UNREAD or not isinstance(message, MicrophoneSound | Captured):
            self._unsent.put(message)

    def close(self, seconds: float) -> None:
        self._unsent.put(_LAST)
        self._thread.join(seconds)

    def _write(self) -> None:
        while (message := self._unsent.get()) is not _LAST:
            unwritten = memoryview(encoded(message))
            try:
                while unwritten:
                    unwritten = unwritten[os.write(self._pipe, unwritten) :]
            except OSError:
                os._exit(0)  # without asking PortAudio, which may hang
