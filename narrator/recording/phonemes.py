"""Text to phonemes, by the rules of espeak-ng, which speaks every language of the packs."""

from __future__ import annotations

import ctypes
import re
import shutil
from functools import cache, lru_cache
from tempfile import TemporaryDirectory

import espeakng_loader

from narrator.story.sentences import PROGRAM, sentences

_RETRIEVAL, _UTF8, _IPA = 1, 1, 2  # of espeak-ng's `speak_lib.h`
_MARKS = re.compile(r"[.,;:!?…—]+")
_LANGUAGE_MARKS = re.compile(r"\([a-z-]+\)")
_NOT_SPOKEN = re.compile(r"[«»“”\"()\[\]]")
_SAID_AS = {"–": "—", "’": "'", "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " "}


@lru_cache(maxsize=4096)
def phonemes(text: str, language: str) -> str:
    """Return a text as IPA, its marks kept, without a space at its ends.

    Raises:
        OSError: espeak-ng cannot be loaded.
    """
    for sign, said in _SAID_AS.items():
        text = text.replace(sign, said)
    text = _NOT_SPOKEN.sub("", text)
    pieces: list[str] = []
    end = 0
    for found in (*_MARKS.finditer(text), None):
        words = text[end : found.start() if found else len(text)].strip()
        if words:
            pieces.append((" " if pieces else "") + _read(words, language))
        if found:
            pieces.append(found[0][0])
            end = found.end()
    return "".join(pieces)


def _read(words: str, language: str) -> str:
    """Return words without marks as IPA."""
    library = _library(sentences(PROGRAM, language)["record.read_by"])
    text = ctypes.create_string_buffer(words.encode())  # it must live as long as there is a rest of it
    rest = ctypes.c_void_p(ctypes.addressof(text))
    parts: list[str] = []
    while rest.value:
        part = library.espeak_TextToPhonemes(ctypes.byref(rest), _UTF8, _IPA)
        parts.append((part or b"").decode())
    return _LANGUAGE_MARKS.sub("", " ".join(parts)).replace("-", "").strip()


def _library(voice: str) -> ctypes.CDLL:
    """Return espeak-ng, which reads as a voice does."""
    library = _begun()
    if library.espeak_SetVoiceByName(voice.encode()) != 0:
        raise OSError(f"espeak-ng has no voice {voice!r}")
    return library


@cache
def _begun() -> ctypes.CDLL:
    # A copy of its own: who loads the same file elsewhere in the process would share its voice and its state.
    with TemporaryDirectory(prefix="narrator-") as folder:
        library = ctypes.CDLL(str(shutil.copy(espeakng_loader.get_library_path(), folder)))
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    if library.espeak_Initialize(_RETRIEVAL, 0, espeakng_loader.get_data_path().encode(), 0) < 0:
        raise OSError("espeak-ng cannot be started")
    return library
