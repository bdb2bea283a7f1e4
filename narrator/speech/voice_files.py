"""What lies beside the voices: the file of each, read by `narrator.speech.profile`, and what the recorded ones say.

That is first names, a list for each language, the most common first; and the first words of a box as PCM, ready to be
played, heard before a voice is loaded or a sound decoded. `make recordings` writes them, a file a voice: a line with a
checksum of the PCM and the words, then the PCM, at `RATE`.

It imports little: a box knows who says its first words before it has loaded what reads such files.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from narrator.core.folding import folded
from narrator.resources import files_in, folder, languages, user_folder
from narrator.story.sentences import PROGRAM, sentences_in, to_user
from narrator.user_error import UserError

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


NEAR = 0.7
"""How much of two names must be the same letters for one to be offered in place of the other, 0 to 1."""


def first_names(language: str) -> tuple[str, ...]:
    """Return the first names that are recorded in a language, as they are written; none where there is no list."""
    return tuple(written for written, _ in spelt_names(language))


def spelt_names(language: str) -> Iterator[tuple[str, str]]:
    """Yield first names as they are written and as the network is given them, the most common ones first."""
    file = folder("voices") / "first_names" / f"{language}.txt"
    for line in file.read_text(encoding="utf-8").splitlines() if file.is_file() else ():
        if line and not line.startswith("#"):
            written, _, said = line.partition(" = ")
            yield written.strip(), (said or written).strip()


def alike(name: str, language: str) -> str:
    """Return the recorded first name that is nearest to another one; empty where none is near.

    One that begins like it is nearer than any that does not: that is what people turn their heads at.
    """
    from difflib import get_close_matches  # few ask, and a box that begins need not wait for it

    wanted = folded(name)
    names = {folded(written): written for written in first_names(language)}
    alike_first = [known for known in names if known[:1] == wanted[:1]]
    found = get_close_matches(wanted, alike_first, 1, NEAR) or get_close_matches(wanted, names, 1, NEAR)
    return names[found[0]] if found else ""


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
