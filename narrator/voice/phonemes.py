"""How a text sounds: as IPA, read by espeak-ng, and as the phones of which a recorded voice is composed."""

from __future__ import annotations

import ctypes
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from tempfile import TemporaryDirectory

from narrator.base.sentences import PROGRAM, sentences

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
    library, voice = _library(), sentences(PROGRAM, language)["record.read_by"]
    if library.espeak_SetVoiceByName(voice.encode()) != 0:
        raise OSError(f"espeak-ng has no voice {voice!r}")
    text = ctypes.create_string_buffer(words.encode())  # it must live as long as there is a rest of it
    rest = ctypes.c_void_p(ctypes.addressof(text))
    parts: list[str] = []
    while rest.value:
        part = library.espeak_TextToPhonemes(ctypes.byref(rest), _UTF8, _IPA)
        parts.append((part or b"").decode())
    return _LANGUAGE_MARKS.sub("", " ".join(parts)).replace("-", "").strip()


@cache
def _library() -> ctypes.CDLL:
    try:
        import espeakng_loader
    except ImportError as error:
        raise OSError(str(error)) from error
    # A copy of its own: who loads the same file elsewhere in the process would share its voice and its state.
    with TemporaryDirectory(prefix="narrator-") as folder:
        library = ctypes.CDLL(str(shutil.copy(espeakng_loader.get_library_path(), folder)))
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    if library.espeak_Initialize(_RETRIEVAL, 0, espeakng_loader.get_data_path().encode(), 0) < 0:
        raise OSError("espeak-ng cannot be started")
    return library


PAUSE = "_"
"""The label of a phone that is silence."""

NASAL = "\N{COMBINING TILDE}"
VOWELS = frozenset("aeiouyɑɔɛəøœɪʊʌæɐɜɒɚᵻɘɵɨɯäɤ") | {vowel + NASAL for vowel in "aɑɔɛœoe"}

_STRESS, _LENGTH = "ˈˌ", "ːʰʲ"


@dataclass(frozen=True, slots=True)
class SpeechSound:
    """One sound, in IPA, or a `PAUSE`: whether its syllable is stressed, and whether a word ends with it."""

    label: str
    stressed: bool = False
    ends_word: bool = False


def phones(text: str, language: str) -> tuple[SpeechSound, ...]:
    """Return the phones of a text, without a pause at its ends; raises as `phonemes`."""
    found: list[SpeechSound] = []
    for phone in _phones(phonemes(text, language)):
        if phone.label == PAUSE and (not found or found[-1].label == PAUSE):
            continue
        if phone.label.startswith(NASAL):
            found[-1:] = [replace(found[-1], label=found[-1].label + NASAL)] if found else []
        else:
            found.append(phone)
    while found and found[-1].label == PAUSE:
        found.pop()
    after = (*found, SpeechSound(PAUSE))[1:]
    return tuple(
        replace(phone, ends_word=phone.ends_word or following.label == PAUSE)
        for phone, following in zip(found, after, strict=True)
    )


def _phones(read: str) -> Iterator[SpeechSound]:
    stressed = False
    for at, sign in enumerate(read):
        if sign in _STRESS:
            stressed = sign == _STRESS[0]
        elif sign == " " or sign in _LENGTH:
            continue
        elif _MARKS.match(sign):
            yield SpeechSound(PAUSE)
        else:
            rest = read[at + 1 :].lstrip(_LENGTH + NASAL)
            yield SpeechSound(sign, stressed, not rest or rest[0] == " ")
            stressed = stressed and sign == NASAL
