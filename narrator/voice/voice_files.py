"""What lies beside the voices: the file of each, read by `narrator.voice.profile`, and what the recorded ones say.

That is first names, a list for each language, the most common first; and the first words of a box as PCM, ready to be
played, heard before a voice is loaded or a sound decoded. `make recordings` writes them, a file a voice: a line with a
checksum of the PCM and the words, then the PCM, at `RATE`.

It imports little: a box knows who says its first words before it has loaded what reads such files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zlib import crc32

from narrator.base.resources import files_in, folder, languages, user_folder
from narrator.base.sentences import PROGRAM, sentences_in, to_user
from narrator.base.user_error import UserError
from narrator.rules.core.folding import folded

MANIFEST = "manifest.yaml"
"""A file beside the voices that is no voice: the manifest of downloads."""


class VoiceError(UserError):
    """There is no such voice, or its file does not say what it must: one sentence a fault, with file and line."""


def voices() -> dict[str, Path]:
    """Return the file of every voice by its name, sorted: ours, and the player's own, which cannot hide ours."""
    found = {**_files_in(user_folder() / "voices"), **_files_in(folder("voices"))}
    return dict(sorted(found.items()))


def voice_file(name: str) -> Path:
    """Return the file of a voice, called after it; a language's own name stands for its default voice.

    Raises:
        VoiceError: there is no such voice.
    """
    files = voices()
    file = files.get(name) or files.get(default_voice(name) or "")
    if file is None:
        raise VoiceError(to_user("voices.unknown", name=name, names=", ".join(files)))
    return file


def default_voice(language: str) -> str | None:
    """Return the voice of a language where none is asked for, if there is such a language and it has one."""
    folder_of = languages().get(language)
    return None if folder_of is None else sentences_in(folder_of / PROGRAM).get("voice")


def _files_in(place: Path) -> dict[str, Path]:
    return {file.stem: file for file in files_in(place, "*.yaml") if file.name != MANIFEST}


def first_names(language: str) -> tuple[str, ...]:
    """Return the first names that are recorded in a language, as they are written; none where there is no list."""
    return tuple(written for written, _ in spelt_names(language))


def spelt_names(language: str) -> Iterator[tuple[str, str]]:
    """Yield first names as they are written and as the network is given them, the most common ones first."""
    for line in _lines_of(folder("voices") / "first_names" / f"{language}.txt"):
        written, _, said = line.partition(" = ")
        yield written.strip(), (said or written).strip()


def as_read(words: str, language: str) -> str:
    """Return words in the spelling in which they are read right: a first name as its list has it, else by rules.

    Rules are for first names: words in one piece, with a capital.
    """
    if (said := _respelt(language).get(folded(words))) is not None:
        return said
    if not words[:1].isupper() or " " in words:
        return words
    return "-".join(_ruled(part, language) for part in words.split("-"))


def _ruled(name: str, language: str) -> str:
    for looked_for, said in _rules(language):
        name = looked_for.sub(said, name)
    return name


@cache
def _respelt(language: str) -> dict[str, str]:
    return {folded(written): said for written, said in spelt_names(language)}


@cache
def _rules(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    lines = _lines_of(folder("voices") / "first_names" / f"{language}.rules")
    parted = (line.partition(" =") for line in lines)
    return tuple((re.compile(looked_for, re.IGNORECASE), said.strip()) for looked_for, _, said in parted)


def _lines_of(file: Path) -> Iterator[str]:
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        if line and not line.startswith("#"):
            yield line


FIRST_WORDS, PCM_SUFFIX = "first_words", ".pcm"


def read_first_words(name: str, words: str) -> bytes | None:
    """Return how a voice, or a language's default one, says these words; None where that is not there, or damaged."""
    try:
        line, _, pcm = _file_of(folder("voices"), voice_file(name).stem).read_bytes().partition(b"\n")
    except (OSError, VoiceError):
        return None
    return pcm if line == _line(words, pcm) else None


def write_first_words(voices: Path, voice: str, words: str, pcm: bytes) -> Path:
    """Write how a voice says these words, into the folder of `voices`; return the file."""
    file = _file_of(voices, voice)
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(_line(words, pcm) + b"\n" + pcm)
    return file


def _file_of(voices: Path, voice: str) -> Path:
    return voices / FIRST_WORDS / f"{voice}{PCM_SUFFIX}"


def _line(words: str, pcm: bytes) -> bytes:
    return f"{crc32(pcm):08x} {words}".encode()
