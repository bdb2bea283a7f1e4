"""The first words of a box as PCM, ready to be played: they are heard before a voice is loaded or a sound decoded.

`make recordings` writes them beside our voices, a file a voice: a line with a checksum of the PCM and the words, then
the PCM, at `RATE`.
"""

from __future__ import annotations

from pathlib import Path
from zlib import crc32

from narrator.resources import folder
from narrator.speech.voice_files import VoiceError, voice_file

FOLDER, SUFFIX = "first_words", ".pcm"


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
    return voices / FOLDER / f"{voice}{SUFFIX}"


def _line(words: str, pcm: bytes) -> bytes:
    return f"{crc32(pcm):08x} {words}".encode()
