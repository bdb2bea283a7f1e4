"""A microphone: it records at the device's own rate, and passes it on at 16 kHz with the time it was recorded.

PortAudio finds a device that was plugged in only when it is loaded again, and may hang in one that was pulled out: a
game hears by a child process.
"""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from narrator.sound.audio.sound_devices import SoundDevice, first_opened, present, reason, split_channel
from narrator.sound.dsp.samples import HEARING_RATE, Samples, from_pcm, resampler

BLOCK_SECONDS = 0.032
"""Seconds of a block: what a detector of speech looks at together, so that nothing waits for the next one."""

MORE_CHANNELS = (2, 4, 6, 8)
MUTE_BLOCKS = round(3 / BLOCK_SECONDS)
"""After so many blocks without any sound, be it noise, other channels are tried."""

_SHARE, _LOUDER = BLOCK_SECONDS / 5, 4.0
"""What a block counts for among those of five seconds; how many times the power another channel is heard from."""

_LATENCY = 2 * BLOCK_SECONDS
_TO_CLOSE = 1.0


class Input:
    """An open microphone, heard at the rate that is `wanted`.

    Some open in one channel and give nothing, not even noise: then the device is tried in two channels and more.
    """

    def __init__(
        self, device: SoundDevice, rate: int, channels: int, wanted: int = HEARING_RATE, only: int = 0
    ) -> None:
        """Open a device at a rate of its own, to hear `only` the channel of this number, where it has one.

        Raises:
            sounddevice.PortAudioError: it cannot be opened so.
        """
        self._device, self._resampler = device, None if rate == wanted else resampler(rate, wanted, "int16")
        self.name, self.rate = device.name, rate
        self._only = only if only <= channels else 0
        self._open(channels)
        self._others = [] if self._only else [count for count in MORE_CHANNELS if channels < count <= device.inputs]
        self._mute = 0
        """So many blocks in a row had not one sound in them."""

    def read(self) -> tuple[NDArray[np.int16], float, bool]:
        """Return the next block, the time at which it ended, and whether some was lost before it.

        Raises:
            sounddevice.PortAudioError: the device has gone.
        """
        count = round(self.rate * BLOCK_SECONDS)
        pcm, lost = self._stream.read(count)
        at = time.monotonic() - self._stream.read_available / self.rate
        samples: NDArray[np.int16] = np.frombuffer(pcm, dtype="<i2")
        self._mute = 0 if samples.any() else self._mute + 1
        if samples.size > count:
            samples = self._loudest.of(samples.reshape(count, -1), self._only)
        if self._mute >= MUTE_BLOCKS and self._others:
            self._open_otherwise()
        if self._resampler is not None:
            samples = self._resampler.resample_chunk(samples)
        return samples, at, bool(lost)

    def close(self) -> None:
        self._stream.close(ignore_errors=True)

    def _open(self, channels: int) -> None:
        import sounddevice

        self._stream: Any = sounddevice.RawInputStream(
            samplerate=self.rate,
            blocksize=round(self.rate * BLOCK_SECONDS),  # else it is woken twice as often
            channels=channels,
            dtype="int16",
            latency=_LATENCY,
            device=self._device.index,
        )
        self._stream.start()
        self._channels, self._loudest = channels, LoudestChannel(channels)

    def _open_otherwise(self) -> None:
        """Open it in the next shape that it takes, each being tried once, or as it was."""
        import sounddevice

        before, self._mute = self._channels, 0
        self.close()
        while self._others:
            with suppress(sounddevice.PortAudioError):
                self._open(self._others.pop(0))
                return
        self._open(before)


class LoudestChannel:
    """Tells which of several channels to hear: over some seconds the loudest of those that a microphone is behind.

    A mean of all would have noise in it of those that are not plugged in, and what others play back. A microphone has
    noise of its own: a channel without any sound, while others have some, has none behind it, or what is played.
    """

    def __init__(self, channels: int) -> None:
        self._power = np.zeros(channels)
        self._played = np.zeros(channels, bool)
        self._heard = 0

    def of(self, block: NDArray[np.int16], only: int = 0) -> NDArray[np.int16]:
        """Return one channel of a block of samples by channels; where a number is given, `only` that one, from 1."""
        if only:
            return np.ascontiguousarray(block[:, only - 1])
        power = np.square(block, dtype=np.float64).mean(axis=0)
        self._played |= (power == 0) & power.any()
        self._power += _SHARE * (power - self._power)
        # Where all are silent by turns they have gates, and it tells nothing.
        level = self._power * ~self._played if not self._played.all() else self._power
        if level.max() > _LOUDER * level[self._heard]:
            self._heard = int(level.argmax())
        return np.ascontiguousarray(block[:, self._heard])


def opened(name: str, wanted: int = HEARING_RATE) -> Input:
    """Return the `first_opened` microphone, the one of that name if it can be; it is heard at the rate `wanted`.

    The name may be one `with_channel`.
    """
    name, only = split_channel(name)
    return first_opened(
        present(),
        "input",
        name,
        lambda device: (device.rate, 48000, 44100, HEARING_RATE),
        lambda device, rate, channels: Input(device, rate, channels, wanted, only),
        max(2, only) if only else 1,  # what opens in one channel may mix all into it
    )


class RecorderError(Exception):
    """The microphone was lost; says what the system answered."""


class Recorder:
    """Keeps what a microphone hears between `begin` and `end`, and throws the rest away: for recordings. Close it."""

    def __init__(self, source: Input) -> None:
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
