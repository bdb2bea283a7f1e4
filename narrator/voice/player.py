"""The process that holds the loudspeaker: one stream, always open, silent when there is nothing to say.

A stream that sleeps swallows the beginning of the next line. PortAudio can hang when a device goes away, and
it prints what it thinks of it: therefore a process of its own, which the game can end.

Input: packets of a length (4 bytes, little-endian) and as many bytes of samples. A packet of length 0 is a
mark: when the last sample before it has left the device, the reply is `{"left": n}`, n counting marks from 1.
While a mark is awaited, `{"at": frames}` shows twice a second that samples are still taken.
"""

from __future__ import annotations

import os
import struct
import sys
import threading
from collections import deque
from collections.abc import Callable
from typing import Any, BinaryIO

from narrator.voice.child import Reply, replies
from narrator.voice.samples import BYTES, RATE

BLOCK = RATE // 50
"""Frames written at a time: 20 ms, the most by which a line may start late."""

_LATENCY = 0.15  # seconds buffered by the device: enough for a busy Raspberry Pi, too little to be felt
_SIGN_OF_LIFE = RATE // 2
_LENGTH = struct.Struct("<I")


def packet(samples: bytes) -> bytes:
    """Pack samples for the player."""
    return _LENGTH.pack(len(samples)) + samples


MARK = _LENGTH.pack(0)


class Tape:
    """What is still to be played, and the marks on it. Positions count frames since the stream opened."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._samples = bytearray()
        self._marks: deque[int] = deque()
        self.taken = 0

    def append(self, samples: bytes) -> None:
        """Add samples at the end."""
        with self._lock:
            self._samples += samples

    def mark(self) -> None:
        """Mark the end of what has been added so far."""
        with self._lock:
            self._marks.append(self.taken + len(self._samples) // BYTES)

    def take(self, frames: int) -> bytes:
        """Take the next frames, silence where there are none."""
        with self._lock:
            block = bytes(self._samples[: frames * BYTES])
            del self._samples[: frames * BYTES]
            self.taken += frames
        return block.ljust(frames * BYTES, b"\0")

    def passed(self, position: int) -> int:
        """Forget the marks up to this position; return how many there were."""
        with self._lock:
            count = sum(1 for mark in self._marks if mark <= position)
            for _ in range(count):
                self._marks.popleft()
        return count

    @property
    def awaited(self) -> bool:
        """Whether a mark has not been passed yet."""
        return bool(self._marks)


def fill(tape: Tape, source: BinaryIO) -> None:
    """Put what the game sends on the tape; end the process with the game."""
    while len(header := source.read(_LENGTH.size)) == _LENGTH.size:
        length = _LENGTH.unpack(header)[0]
        if length:
            tape.append(source.read(length))
        else:
            tape.mark()
    os._exit(0)  # without asking PortAudio, which may hang


def wind(tape: Tape, stream: Any, reply: Callable[[Reply], None]) -> None:
    """Play the tape for ever. The device holds at most its latency, so a mark so far back has left it."""
    held = round(stream.latency * RATE)
    marks = alive_at = 0
    while True:
        stream.write(tape.take(BLOCK))
        for _ in range(tape.passed(tape.taken - held)):
            marks += 1
            reply({"left": marks})
        if tape.awaited and tape.taken >= alive_at:
            alive_at = tape.taken + _SIGN_OF_LIFE
            reply({"at": tape.taken})


def main() -> None:
    """Open the default output and play what comes."""
    reply = replies()
    try:
        import sounddevice
    except (ImportError, OSError) as error:
        reply({"failed": "portaudio", "detail": str(error)})
        return
    tape = Tape()
    trouble = "device"
    try:
        stream = sounddevice.RawOutputStream(samplerate=RATE, channels=1, dtype="int16", latency=_LATENCY)
        stream.start()
        reply({"ready": True})
        trouble = "lost"
        threading.Thread(target=fill, args=(tape, sys.stdin.buffer), daemon=True).start()
        wind(tape, stream, reply)
    except (sounddevice.PortAudioError, ValueError) as error:
        reply({"failed": trouble, "detail": str(error.args[0])})
        os._exit(0)  # as above


if __name__ == "__main__":
    main()
