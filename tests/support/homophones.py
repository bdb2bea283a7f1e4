"""How a phrase sounds, by the program's own espeak-ng, and which phrases of a grammar sound alike."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable
from functools import cache
from itertools import combinations
from pathlib import Path

import espeakng_loader

from narrator.language.spoken import Grammar

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


def clashes(grammar: Grammar, pronounce: Callable[[str], str]) -> list[tuple[str, str]]:
    """Return what sounds the same and is not the same entry: two phrases, or a phrase with one word taken for another.

    A phrase whose word is taken for another may become nothing, which is safe, but no other entry.
    """
    same = [
        (one, other)
        for phrases in _sounds(grammar.phrases, pronounce).values()
        for one, other in combinations(phrases, 2)
        if grammar.read(one) != grammar.read(other)
    ]
    words = dict.fromkeys(word for phrase in grammar.phrases for word in phrase.split())
    alike = {word: group for group in _sounds(words, pronounce).values() if len(group) > 1 for word in group}
    for phrase in grammar.phrases:
        parts = phrase.split()
        for place, word in enumerate(parts):
            for other in alike.get(word, ()):
                taken = " ".join((*parts[:place], other, *parts[place + 1 :]))
                if grammar.read(taken) not in (None, grammar.read(phrase)):
                    same.append((phrase, taken))
    return list(dict.fromkeys(same))


def _sounds(texts: Iterable[str], pronounce: Callable[[str], str]) -> dict[str, list[str]]:
    heard: dict[str, list[str]] = {}
    for text in texts:
        heard.setdefault(pronounce(text), []).append(text)
    return heard
