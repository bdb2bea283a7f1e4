"""The microphone's process: records at the device's own rate, and passes it on at 16 kHz with the time it was recorded.

Its argument is the name of the device, empty for the default. It ends with the process that started it.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from narrator.audio.messages import Captured, MicrophoneState, Trouble
from narrator.audio.process.device_opening import first_opened
from narrator.audio.process.outbox import Outbox
from narrator.audio.sound_devices import SoundDevice, present, reason
from narrator.dsp.samples import HEARING_RATE
from narrator.processes.child import own_output

BLOCKS = 50
"""Blocks a second."""

_LATENCY = 0.04


class Input:
    """An open microphone, heard at the rate that is `wanted`."""

    def __init__(self, device: SoundDevice, rate: int, channels: int, wanted: int = HEARING_RATE) -> None:
        """Open a device at a rate of its own.

        Raises:
            sounddevice.PortAudioError: it cannot be opened so.
        """
        import sounddevice

        self._stream: Any = sounddevice.RawInputStream(
            samplerate=rate, channels=channels, dtype="int16", latency=_LATENCY, device=device.index
        )
        self._stream.start()
        self._channels, self._resampler = channels, None if rate == wanted else _resampler(rate, wanted)
        self.name, self.rate = device.name, rate

    def read(self) -> tuple[NDArray[np.int16], float, bool]:
        """Return the next block, the time at which it ended, and whether some was lost before it.

        Raises:
            sounddevice.PortAudioError: the device has gone.
        """
        pcm, lost = self._stream.read(self.rate // BLOCKS)
        at = time.monotonic() - self._stream.read_available / self.rate
        samples: NDArray[np.int16] = np.frombuffer(pcm, dtype="<i2")
        if self._channels > 1:
            samples = samples.reshape(-1, self._channels).mean(axis=1).astype(np.int16)
        if self._resampler is not None:
            samples = self._resampler.resample_chunk(samples)
        return samples, at, bool(lost)

    def close(self) -> None:
        self._stream.close(ignore_errors=True)


def _resampler(rate: int, wanted: int) -> Any:
    import soxr

    # Of variable rate, because that kind holds back 14 ms whatever comes; the other up to 40, in bursts.
    return soxr.ResampleStream(rate, wanted, 1, dtype="int16", quality="HQ", vr=True)


def opened(name: str, wanted: int = HEARING_RATE) -> Input:
    """Open the microphone of that name, or else the next one that can be opened; it is heard at the rate `wanted`.

    Raises:
        NoDevicesError: there is none; says what PortAudio answered.
    """
    return first_opened(
        present(),
        "input",
        name,
        lambda device: (device.rate, 48000, 44100, HEARING_RATE),
        lambda device, rate, channels: Input(device, rate, channels, wanted),
    )


def _end_with_the_game() -> None:
    sys.stdin.buffer.read()
    os._exit(0)  # without asking PortAudio, which may hang


def main(name: str) -> NoReturn:
    """Record until the device is lost or the game ends."""
    outbox = Outbox(own_output("microphone"))
    threading.Thread(target=_end_with_the_game, name="game", daemon=True).start()
    frame = 0
    try:
        microphone = opened(name)
        outbox.send(MicrophoneState(microphone.name, microphone.rate))
        while True:
            samples, at, lost = microphone.read()
            frame += HEARING_RATE // BLOCKS if lost else 0
            outbox.send(Captured(frame, at, samples.astype("<i2").tobytes()))
            frame += len(samples)
    except Exception as error:
        # Whatever PortAudio fails with, this process has but one thing to say.
        outbox.send(Trouble("input", reason(error)))
    outbox.close(1.0)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
