"""How a phrase sounds: the phonemes that the program's own espeak-ng gives it."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import espeakng_loader

_RETRIEVAL, _NO_EXIT, _UTF8, _IPA = 1, 0x8000, 1, 0x02
_STRESS = re.compile(r"[ˈˌ _ː-]+")


@cache
def _library() -> ctypes.CDLL:
    folder = Path(tempfile.mkdtemp())
    # A copy has globals of its own: other tests speak with the library itself.
    library = ctypes.CDLL(str(shutil.copy(espeakng_loader.get_library_path(), folder)))
    link = folder / "espeak"  # espeak cuts the path of its data after 160 bytes
    os.symlink(espeakng_loader.get_data_path(), link)
    if library.espeak_Initialize(_RETRIEVAL, 0, os.fsencode(link), _NO_EXIT) < 0:
        raise RuntimeError("espeak-ng does not start")
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    return library


@cache
def pronounced(language: str) -> Callable[[str], str]:
    """Return what tells the phonemes of a phrase, without stress, length and gaps between words."""

    @cache
    def sound(phrase: str) -> str:
        library = _library()
        if library.espeak_SetVoiceByName(language.encode()) != 0:
            raise RuntimeError(f"espeak-ng does not speak {language!r}")
        text = ctypes.c_char_p(phrase.replace("' ", "'").encode())
        heard = b""
        while text.value is not None:
            heard += library.espeak_TextToPhonemes(ctypes.byref(text), _UTF8, _IPA)
        return _STRESS.sub("", heard.decode())

    return sound
