"""The espeak-ng that comes with the program, through ctypes: samples, and where each phoneme begins."""

import ctypes
import functools
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import espeakng_loader
import numpy as np
from numpy.typing import NDArray

RATE = 22050
"""Samples a second, of whatever espeak renders."""

# From speak_lib.h, interface of espeak-ng 1.52.
_SYNCHRONOUS, _PHONEME_EVENTS, _NO_EXIT = 2, 0x0001, 0x8000
_SPEED, _PITCH, _RANGE = 1, 3, 4
_UTF8, _CHARACTERS = 1, 1
_PHONEME = 7


class _Id(ctypes.Union):
    _fields_ = (("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8))


class _Event(ctypes.Structure):
    _fields_ = (
        ("type", ctypes.c_int),
        ("unique_identifier", ctypes.c_uint),
        ("text_position", ctypes.c_int),
        ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int),
        ("sample", ctypes.c_int),
        ("user_data", ctypes.c_void_p),
        ("id", _Id),
    )


_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event))


class EspeakError(Exception):
    """Espeak could not be started, or does not know a voice."""


@dataclass(frozen=True, slots=True)
class Manner:
    """Who speaks, and how: `fr+f3` is the French voice in variant f3; words a minute; pitch and its range, 0 to 99."""

    voice: str = "fr"
    speed: int = 150
    pitch: int = 50
    range: int = 50


@dataclass(frozen=True, slots=True)
class Rendering:
    """Samples at `RATE`, and the phonemes in order: first sample, and espeak's mnemonic ('' or '_:' for a pause)."""

    samples: NDArray[np.int16]
    phonemes: tuple[tuple[int, str], ...]


class _Espeak:
    """The library, which is one per process and keeps its state in globals."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(espeakng_loader.get_library_path())
        self._sound: list[NDArray[np.int16]] = []
        self._phonemes: list[tuple[int, str]] = []
        # Espeak cuts the path of its data after 160 bytes.
        self._private = tempfile.TemporaryDirectory()
        link = Path(self._private.name) / "espeak"
        os.symlink(espeakng_loader.get_data_path(), link)
        rate = self._library.espeak_Initialize(_SYNCHRONOUS, 0, os.fsencode(link), _PHONEME_EVENTS | _NO_EXIT)
        if rate != RATE:
            raise EspeakError(f"espeak-ng renders {rate} samples a second, not {RATE}")
        self._callback = _CALLBACK(self._take)  # kept: the library holds a bare pointer to it
        self._library.espeak_SetSynthCallback(self._callback)

    def _take(self, samples: "ctypes._Pointer[ctypes.c_short]", count: int, events: "ctypes._Pointer[_Event]") -> int:
        if count > 0:  # else there are only events, and the pointer is null
            self._sound.append(np.ctypeslib.as_array(samples, shape=(count,)).astype(np.int16))
        index = 0
        while events[index].type:
            if events[index].type == _PHONEME:
                mnemonic = ctypes.string_at(ctypes.addressof(events[index].id), 8).split(b"\0")[0]
                self._phonemes.append((events[index].sample, mnemonic.decode("utf-8", "replace")))
            index += 1
        return 0

    def render(self, text: str, manner: Manner) -> Rendering:
        if self._library.espeak_SetVoiceByName(manner.voice.encode()) != 0:
            raise EspeakError(f"espeak-ng has no voice {manner.voice!r}")
        for parameter, value in ((_SPEED, manner.speed), (_PITCH, manner.pitch), (_RANGE, manner.range)):
            self._library.espeak_SetParameter(parameter, value, 0)
        self._sound.clear()
        self._phonemes.clear()
        line = text.encode()
        self._library.espeak_Synth(
            line, ctypes.c_size_t(len(line) + 1), 0, _CHARACTERS, 0, _UTF8, ctypes.c_void_p(), ctypes.c_void_p()
        )
        self._library.espeak_Synchronize()
        sound = np.concatenate(self._sound) if self._sound else np.zeros(0, np.int16)
        return Rendering(sound, tuple(self._phonemes))


@functools.cache
def _espeak() -> _Espeak:
    return _Espeak()


def render(text: str, manner: Manner | None = None) -> Rendering:
    """What espeak makes of a text. Raises `EspeakError` for a voice that it does not have."""
    return _espeak().render(text, manner or Manner())
