"""Which recognition model a game may use: one that was fetched, ours, and any other only if it is asked for."""

from __future__ import annotations

from pathlib import Path

from narrator.downloads.store import MODELS
from narrator.resources import folder


def installed(name: str) -> Path | None:
    """Return the folder of a model that was fetched by that name, complete; nothing where it was not.

    Raises:
        ManifestError: a manifest does not say what it must.
    """
    return MODELS.installed(name)


def shipped(language: str) -> Path | None:
    """Return the folder of the model that comes with narrator; nothing where a language has none."""
    return next((path for path in [folder("models") / language] if (path / "am").is_dir()), None)


def find_model(language: str, asked: str | None = None) -> Path | None:
    """Return the model for a language: the first in the manifest that was fetched, else ours; nothing where none is.

    `asked` names a model of the manifest, ours by its language, or any folder with one, such as a test model: it is
    taken, or nothing is.

    Raises:
        ManifestError: a manifest does not say what it must.
    """
    if asked is not None:
        folders = (path for path in [Path(asked).expanduser()] if path.is_dir())
        return installed(asked) or next(folders, None) or shipped(asked)
    names = [download.name for download in MODELS.known() if download.language == language]
    return next((path for name in names if (path := installed(name))), None) or shipped(language)
