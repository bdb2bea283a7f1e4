"""Where the file of a voice is, and which voice a language has. What it says is read by `narrator.speech.profile`.

It imports little: a box knows who says its first words before it has loaded what reads such files.
"""

from __future__ import annotations

from pathlib import Path

from narrator.resources import folder, languages, user_folder
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
    return {file.stem: file for file in place.glob("*.yaml") if file.name != MANIFEST}
