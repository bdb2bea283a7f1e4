"""Whispering: the voicing of speech is replaced by breath; its envelope, and so its vowels, are kept.

Speech is a source that is coloured by the mouth. Linear prediction (Makhoul 1975) finds the colour of each short
frame as an all-pole filter; white noise through that filter is the same sound, whispered. What has no voice to begin
with (s, ch, f, the bursts of p and t) is breath already and passes as it is.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from narrator.dsp.samples import RATE, Samples

Floats = NDArray[np.float32]  # half the bytes of double ones, and half the time

FRAME = 512
"""Samples a frame, 23 ms: two periods of a deep voice, short enough for a vowel to change."""

HOP = FRAME // 2
ORDER = 24
"""Poles of the envelope: two a formant, one formant a kHz up to 11 kHz, and two to spare."""

LIFT, FALL = 0.95, 0.55
"""The envelope is found with the high notes lifted, and left so in part: whispered vowels fall off less than spoken."""

BREADTH = 0.995
"""Draws the poles in: formants 35 Hz broader (-ln(0.995) RATE / pi). Narrower, their noise has a pitch of its own."""

LOWEST, HIGHEST = 60, 400
"""Hz between which a voice is looked for."""

DOUBT, CERTAINTY = 0.35, 0.6
"""Below this periodicity a frame has no voice, above that one nothing but voice."""

_SEED = 1770  # the same breath for the same phrase: what is heard must not depend on when it was rendered


def whispered(samples: Samples, amount: float = 1.0) -> Samples:
    """Return speech, as long as it was, with so much of its voicing replaced by breath: from 0 (none) to 1 (all).

    The same samples give the same result, always.
    """
    if amount <= 0 or not samples.size:
        return samples
    speech = np.pad(samples, FRAME)  # whole frames all over, at the ends too
    lifted = np.append(speech[0], speech[1:] - LIFT * speech[:-1])
    breath = np.random.default_rng(_SEED).standard_normal(speech.size, dtype=np.float32)
    window = np.sqrt(np.hanning(FRAME + 1)[:-1]).astype(np.float32)
    spoken = np.fft.rfft(_frames(speech) * window)
    noise = np.fft.rfft(_frames(breath) * window) / np.sqrt((window**2).sum())
    share = np.float32(amount) * _voicing(speech)[:, None]
    mixed = (1 - share) * spoken + share * noise * _envelope(_frames(lifted) * window)
    whole = _overlapped(np.fft.irfft(mixed, FRAME).astype(np.float32) * window, speech.size)
    return whole[FRAME : FRAME + samples.size]


def _frames(signal: Floats, length: int = FRAME) -> Floats:
    """Return the frames of a signal, a row each, one every `HOP` samples."""
    frames: Floats = np.lib.stride_tricks.sliding_window_view(signal, length)[::HOP]
    return frames


def _overlapped(frames: Floats, size: int) -> Floats:
    """Add frames up, each `HOP` samples after the one before. The squares of two windows that overlap add up to one."""
    whole = np.zeros(size, dtype=np.float32)
    for start in range(FRAME // HOP):
        part = frames[start :: FRAME // HOP].reshape(-1)
        whole[start * HOP :][: part.size] += part
    return whole


def _voicing(speech: Floats) -> Floats:
    """Return how voiced each frame is, from 0 to 1: the highest autocorrelation at the period of a voice."""
    around = _frames(np.pad(speech, FRAME // 2), 2 * FRAME)  # longer, so that deep voices show more than one period
    power = np.abs(np.fft.rfft(around - around.mean(axis=1, keepdims=True), 4 * FRAME)) ** 2
    likeness = np.fft.irfft(power)
    lags = np.arange(RATE // HIGHEST, RATE // LOWEST)
    overlap = (1 - lags / (2 * FRAME)).astype(np.float32)  # the further moved, the less of a frame to compare
    highest = (likeness[:, lags] / overlap).max(axis=1) / np.maximum(likeness[:, 0], 1e-9)
    voicing: Floats = np.clip((highest - DOUBT) / (CERTAINTY - DOUBT), 0, 1)
    return voicing


def _envelope(frames: Floats) -> Floats:
    """Return the magnitude of each frame's all-pole envelope at the frequencies of its spectrum."""
    power = np.abs(np.fft.rfft(frames, 2 * FRAME)) ** 2
    likeness = np.fft.irfft(power)[:, : ORDER + 1].astype(np.float64)
    likeness[:, 0] = likeness[:, 0] * 1.0001 + 1e-9  # 40 dB of noise under each frame keeps silence solvable
    poles, error = _predicted(likeness)
    narrow = _fall() / np.abs(np.fft.rfft(poles, FRAME))
    broad = _fall() / np.abs(np.fft.rfft(poles * np.float32(BREADTH) ** np.arange(ORDER + 1, dtype=np.float32), FRAME))
    kept = (narrow**2).mean(axis=1) / (broad**2).mean(axis=1)  # a broader formant is a lower one
    envelope: Floats = broad * np.sqrt(error * kept)[:, None]
    return envelope


def _predicted(likeness: NDArray[np.float64]) -> tuple[Floats, Floats]:
    """Return the coefficients of the linear prediction of each frame and its squared error (Levinson-Durbin).

    In double precision: in single, the error of a clear vowel would be lost in rounding.
    """
    poles = np.zeros_like(likeness)
    poles[:, 0] = 1
    error = likeness[:, 0].copy()
    for order in range(1, ORDER + 1):
        reflection = -(poles[:, :order] * likeness[:, order:0:-1]).sum(axis=1) / error
        poles[:, : order + 1] += reflection[:, None] * poles[:, order::-1]
        error *= 1 - reflection**2
    return poles.astype(np.float32), error.astype(np.float32)


@cache
def _fall() -> Floats:
    """Return the part of the lift that is taken back, by frequency."""
    turn = np.exp(-2j * np.pi * np.arange(FRAME // 2 + 1) / FRAME)
    fall: Floats = (1 / np.abs(1 - FALL * turn)).astype(np.float32)
    return fall
