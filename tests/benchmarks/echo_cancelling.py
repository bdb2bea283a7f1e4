"""Ways to take out of what a microphone hears what is being played: each is given both, sample by sample at one rate.

WebRTC's canceller is that of the package `livekit`, whose wheels serve aarch64 too (11 MB), and Speex's that of
Debian's `libspeexdsp1`; nothing but this comparison needs them. `linear` is the textbook's filter, to tell what
cancelling alone does, with nothing after it that suppresses.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any, TypeAlias

import numpy as np

from benchmarks.recordings import Sound
from narrator.sound.dsp.samples import HEARING_RATE

Canceller: TypeAlias = Callable[[Sound, Sound], Sound]
"""From what the microphone hears, and what is played meanwhile: what is left, as long as the first."""

_BLOCK, _BLOCKS = 256, 20
"""Samples a block, and how many blocks an echo may last: 0.32 s."""
_LASTING, _NEWEST = 0.9995, 0.2
"""What a weight keeps from a block to the next, and how much a block says of what others say meanwhile."""
_TEN_MS = HEARING_RATE // 100
SPEEX = "libspeexdsp.so.1"
_SET_RATE, _SET_ECHO_STATE, _SET_DENOISE = 24, 24, 0  # of its header files


def untouched(microphone: Sound, _played: Sound) -> Sound:
    """Take nothing out."""
    return microphone


def linear(microphone: Sound, played: Sound) -> Sound:
    """Subtract what a filter makes of what is played: in partitioned blocks, by frequencies, a Kalman filter.

    It knows how far its weights may be wrong, and so learns little while somebody else speaks.
    """
    weights = np.zeros((_BLOCKS, _BLOCK + 1), np.complex128)
    spectra, doubt = np.zeros_like(weights), np.ones((_BLOCKS, _BLOCK + 1))
    others = np.full(_BLOCK + 1, 1e6)
    before, none = np.zeros(_BLOCK), np.zeros(_BLOCK)
    rest = microphone.copy()
    for at in range(0, len(microphone) - _BLOCK + 1, _BLOCK):
        here = slice(at, at + _BLOCK)
        spectra = np.roll(spectra, 1, 0)
        spectra[0] = np.fft.rfft(np.concatenate([before, played[here]]))
        before = played[here]
        rest[here] -= np.fft.irfft((weights * spectra).sum(0))[_BLOCK:]
        left = np.fft.rfft(np.concatenate([none, rest[here]]))
        others += _NEWEST * (np.square(np.abs(left)) - others)
        powers = np.square(np.abs(spectra))
        gain = doubt / ((powers * doubt).sum(0) + 2 * others + 1.0)
        change = np.fft.irfft(gain * np.conj(spectra) * left, axis=1)
        change[:, _BLOCK:] = 0
        weights = _LASTING * (weights + np.fft.rfft(change, axis=1))
        doubt = _LASTING**2 * (1 - gain * powers / 2) * doubt + (1 - _LASTING**2) * np.square(np.abs(weights))
    return rest


def webrtc(microphone: Sound, played: Sound) -> Sound:
    """Have WebRTC's audio processing cancel the echo, and suppress what is left of it.

    Raises:
        ImportError: the package is not installed.
    """
    rtc: Any = importlib.import_module("livekit.rtc")  # by name: types are the same whether it is there or not
    processing = rtc.apm.AudioProcessingModule(echo_cancellation=True, high_pass_filter=True)
    heard, far = _pcm(microphone), _pcm(played)
    rest = heard.copy()
    for at in range(0, len(heard) - _TEN_MS + 1, _TEN_MS):
        here = slice(at, at + _TEN_MS)
        processing.process_reverse_stream(rtc.AudioFrame(bytearray(far[here].tobytes()), HEARING_RATE, 1, _TEN_MS))
        processing.set_stream_delay_ms(0)
        frame = rtc.AudioFrame(bytearray(heard[here].tobytes()), HEARING_RATE, 1, _TEN_MS)
        processing.process_stream(frame)
        rest[here] = np.frombuffer(frame.data, np.int16)
    return rest.astype(np.float64)


def speex(microphone: Sound, played: Sound) -> Sound:
    """Have Debian's `libspeexdsp1` cancel the echo, and suppress what is left of it.

    Raises:
        OSError: the library is not installed.
    """
    library = ctypes.CDLL(SPEEX)
    library.speex_echo_state_init.restype = library.speex_preprocess_state_init.restype = ctypes.c_void_p
    echo = ctypes.c_void_p(library.speex_echo_state_init(_TEN_MS, _BLOCK * _BLOCKS))
    suppressor = ctypes.c_void_p(library.speex_preprocess_state_init(_TEN_MS, HEARING_RATE))
    library.speex_echo_ctl(echo, _SET_RATE, ctypes.byref(ctypes.c_int(HEARING_RATE)))
    library.speex_preprocess_ctl(suppressor, _SET_ECHO_STATE, echo)
    library.speex_preprocess_ctl(suppressor, _SET_DENOISE, ctypes.byref(ctypes.c_int(0)))
    heard, far = _pcm(microphone), _pcm(played)
    rest = heard.copy()
    for at in range(0, len(heard) - _TEN_MS + 1, _TEN_MS):
        near, played_now, left = (sound.ctypes.data + 2 * at for sound in (heard, far, rest))
        library.speex_echo_cancellation(echo, *map(ctypes.c_void_p, (near, played_now, left)))
        library.speex_preprocess_run(suppressor, ctypes.c_void_p(left))
    library.speex_echo_state_destroy(echo)
    library.speex_preprocess_state_destroy(suppressor)
    return rest.astype(np.float64)


def cancellers() -> Mapping[str, Canceller]:
    """Return those that there are here."""
    found: dict[str, Canceller] = {"nothing taken out": untouched, "a linear filter": linear}
    with contextlib.suppress(OSError):
        ctypes.CDLL(SPEEX)
        found["Speex"] = speex
    return found | ({"WebRTC": webrtc} if find_spec("livekit") is not None else {})


def _pcm(sound: Sound) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    clipped: np.ndarray[tuple[int], np.dtype[np.int16]] = np.rint(np.clip(sound, -32768, 32767)).astype(np.int16)
    return clipped
