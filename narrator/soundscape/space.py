"""The valley around: what is far away comes with echoes from the hills and a long dark tail."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.samples import RATE, Samples, frames
from narrator.soundscape.chance import generator
from narrator.soundscape.source import CHUNK, MixBuffer

_SIZE = 65536
_TAIL = _SIZE - CHUNK
"""Frames of the response, 2.8 s: with a chunk they fill one transform."""


class Valley:
    """Chunks go in dry and come out with the valley's answer; the direct sound is not in it."""

    def __init__(self) -> None:
        self._answer = _response()
        self._buffer = MixBuffer()

    def chunk(self, dry: Samples) -> Samples:
        if dry.any():
            spectrum = np.fft.rfft(dry, _SIZE) * self._answer
            self._buffer.add(0, np.fft.irfft(spectrum, _SIZE).astype(np.float32))
        return self._buffer.chunk()


@cache
def _response() -> NDArray[np.complex64]:
    """Return the spectrum of the valley's answer to a click: one valley for all games, of gain 1 for middle tones.

    Three bands of noise that die at rates of their own, the high ones first, as air and woods take them; and two slopes
    that answer more distinctly than the rest.
    """
    chance = generator("valley")
    time = np.arange(_TAIL) / RATE
    answer = np.zeros(_TAIL)
    bands = ((120, 700, 2.6, 1.0), (700, 2000, 1.9, 1.1), (2000, 6500, 1.0, 1.0))
    for lowest, highest, seconds, height in bands:
        spectrum = np.fft.rfft(chance.standard_normal(_TAIL))
        frequency = np.fft.rfftfreq(_TAIL, 1 / RATE)
        spectrum[(frequency < lowest) | (frequency >= highest)] = 0
        noise = np.fft.irfft(spectrum, _TAIL)
        # 60 dB down after `seconds`, as reverberation is told.
        answer += height * noise / noise.std() * 10 ** (-3 * time / seconds)
    onset = frames(0.045)
    answer[:onset] *= np.sin(np.pi / 2 * np.arange(onset) / onset) ** 2
    for delay, height in ((0.23, 5.0), (0.41, 3.2)):
        slope = frames(delay)
        spread = chance.standard_normal(frames(0.03)) * np.hanning(frames(0.03))
        smooth = np.convolve(spread, np.hanning(9) / np.hanning(9).sum(), mode="same")
        answer[slope : slope + len(smooth)] += height * smooth
    fade = frames(0.2)
    answer[-fade:] *= np.linspace(1, 0, fade)
    response = np.fft.rfft(answer, _SIZE)
    frequency = np.fft.rfftfreq(_SIZE, 1 / RATE)
    middle = response[(frequency > 300) & (frequency < 1500)]
    return np.asarray(response / np.sqrt(np.mean(np.abs(middle) ** 2)), dtype=np.complex64)
