"""Which recognition model a game may use: one that was fetched, ours, and any other only if it is asked for."""

from __future__ import annotations

from pathlib import Path

from narrator.downloads.store import MODELS
from narrator.resources import folder, folder_called
from narrator.story.sentences import PROGRAM, sentences


def shipped(language: str) -> Path | None:
    """Return the folder of the model that comes with narrator; nothing where a language has none."""
    path = folder("models") / language
    return path if (path / "am").is_dir() else None


def find_model(language: str, asked: str | None = None) -> Path | None:
    """Return the model for a language: the first in the manifest that was fetched, else ours; nothing where none is.

    `asked` names a model of the manifest, ours by its language, or any folder with one, such as a test model: it is
    taken, or nothing is. None is taken that is known to be of another language.

    Raises:
        ManifestError: a manifest does not say what it must.
    """
    if asked is not None:
        if _language(asked) not in (None, language):
            return None
        return MODELS.installed(asked) or folder_called(asked) or shipped(asked)
    names = [download.name for download in MODELS.known() if download.language == language]
    return next((path for name in names if (path := MODELS.installed(name))), None) or shipped(language)


def missing(language: str, asked: str | None, told_in: str) -> str:
    """Say in a language why `find_model` found nothing, and what to do."""
    words = sentences(PROGRAM, told_in)
    if asked is None:
        known = any(download.language == language for download in MODELS.known())
        return words["models.not_yet" if known else "models.no_language"].format(language=language)
    if (other := _language(asked)) is None:
        return words["ear.no_such_model"].format(name=asked)
    return words["models.not_fetched" if other == language else "models.of_another"].format(name=asked, language=other)


def _language(name: str) -> str | None:
    """Return the language of a model of the manifest, or of ours; None of what is neither."""
    known = {download.name: download.language for download in MODELS.known()}
    return known.get(name, name if name.isalpha() and shipped(name) else None)
