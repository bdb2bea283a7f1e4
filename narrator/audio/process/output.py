"""The loudspeaker: one stream, always open, at the program's own rate or at the device's."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np

from narrator.audio.process.device_opening import first_opened
from narrator.audio.sound_devices import SoundDevice
from narrator.dsp.samples import RATE, Samples, to_pcm

PROMPT = 0.02
"""Seconds that the device is asked to hold where the system gives this process its turn on request.

With the block before it (10 ms), where need be a resampler (11 ms), and what a sound server adds, a line is heard
within 50 ms of the decision to say it.
"""

UNHURRIED = 0.08
"""Seconds that it is asked to hold elsewhere: better a line that begins later than one with holes."""

RESAMPLING = 0.011
"""Seconds that the resampler holds back."""

DEEPEST = 0.16
"""Seconds that a device is asked to hold at most, after it has starved."""

_STARVING = 3  # times within the frames of a minute
_MINUTE = 60 * RATE


class Output:
    """An open loudspeaker. `latency` is the seconds from `write` to the air, `underruns` how often it ran dry."""

    def __init__(self, device: SoundDevice, rate: int, channels: int, latency: float) -> None:
        """Open a device that is to hold `latency` seconds.

        Raises:
            sounddevice.PortAudioError: it cannot be opened so.
        """
        self.name, self.rate = device.name, rate
        self._device, self._channels = device, channels
        self._resampler = None if rate == RATE else _resampler(rate)
        self.underruns = self._written = 0
        self._dry: deque[int] = deque(maxlen=_STARVING)
        self._ask(latency)

    @property
    def starves(self) -> bool:
        often = len(self._dry) == _STARVING and self._dry[0] > self._written - _MINUTE
        return often and self._asked < DEEPEST

    def deepen(self) -> None:
        """Open the device again, to hold twice as much: better a line that begins later than one with holes.

        Raises:
            sounddevice.PortAudioError: it has gone.
        """
        self._stream.close()
        self._dry.clear()
        self._ask(min(2 * self._asked, DEEPEST))

    def write(self, samples: Samples) -> None:
        """Hand samples to the device, waiting until it has room.

        Raises:
            sounddevice.PortAudioError: it has gone.
        """
        self._written += len(samples)
        if self._resampler is not None:
            samples = self._resampler.resample_chunk(samples)
        pcm = to_pcm(samples)
        if self._channels > 1:
            pcm = np.repeat(np.frombuffer(pcm, dtype="<i2"), self._channels).tobytes()
        if self._stream.write(pcm):
            self.underruns += 1
            self._dry.append(self._written)

    def _ask(self, latency: float) -> None:
        import sounddevice

        self._asked = latency
        self._stream: Any = sounddevice.RawOutputStream(
            samplerate=self.rate, channels=self._channels, dtype="int16", latency=latency, device=self._device.index
        )
        self._stream.start()
        self.latency = float(self._stream.latency) + (0.0 if self._resampler is None else RESAMPLING)


def _resampler(rate: int) -> Any:
    import soxr

    # Of variable rate, because that kind holds back 11 ms whatever comes; the other up to 42, in bursts.
    return soxr.ResampleStream(RATE, rate, 1, dtype="float32", quality="HQ", vr=True)


def opened(devices: Sequence[SoundDevice], name: str, latency: float) -> Output:
    """Open the device of that name, or else the next one that can be opened, to hold `latency` seconds.

    Raises:
        NoDevicesError: there is none; says what the first one answered.
    """
    return first_opened(
        devices,
        "output",
        name,
        # Ours, then what most devices have.
        lambda device: (RATE, 48000, device.rate, 44100),
        lambda device, rate, channels: Output(device, rate, channels, latency),
    )
