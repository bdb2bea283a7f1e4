"""Where data lies: in a wheel or a source tree; and which folders of the system hold what players keep.

A wheel carries `scripts/`, `voices/` and `models/` in `narrator/_data/`; in a source tree, or installed from one in
editable mode, they are beside the package. A player's own packs are in his data folder.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from platformdirs.unix import Unix

from narrator.base.user_error import UserError


def installed_version(package: str) -> str:
    """Return the version of a package, by the name under which pip knows it; empty where it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


PIP = f"{shlex.quote(sys.executable)} -m pip"
"""What is typed into a shell in place of `pip`."""


HERE = Path(__file__).resolve().parents[1]
RULES_FILE = "game.yaml"
ODDS_FILE = "odds.yaml"
"""How the decks of a pack went in rehearsals."""
COMMON = "common"
_USUAL = Unix("narrator")  # so on every machine
SHARED_WORDS = "words.yaml"
"""What makes a folder a language: the words that all games share."""
LANGUAGE = "NARRATOR_LANGUAGE"
"""The variable that holds the language of `told_in`."""
FRENCH = "fr"
"""The language where nobody has chosen one, and the system speaks none that there is."""
FIRST = "thiercelieux"
"""The game that is offered first."""


class UnknownGameError(UserError):
    """No pack goes by this `name`; the message lists those that are `known`. One of them may be `meant`."""

    def __init__(self, name: str, known: Iterable[str], meant: str = "") -> None:
        self.name, self.known, self.meant = name, tuple(known), meant
        names = ", ".join(self.known) or "none"
        super().__init__(f"no game is called {name!r}: choose {names}, or name a folder with a {RULES_FILE}")


@cache
def folder(name: str) -> Path:
    """Return a top-level data folder: `scripts`, `voices` or `models`.

    Raises:
        FileNotFoundError: it was not installed.
    """
    installed = HERE / "_data"
    found = (installed if installed.is_dir() else HERE.parent) / name
    if not found.is_dir():
        raise FileNotFoundError(f"the folder {found} is missing: install narrator again")
    return found


def languages(common: Path | None = None) -> dict[str, Path]:
    """Return the folder of every language, by its code, sorted: ours, then the player's own, which cannot hide ours.

    `common` is another folder of languages, in place of both.
    """
    found = {**_languages_in(user_folder() / "languages"), **_ours()} if common is None else _languages_in(common)
    return dict(sorted(found.items()))


def language_folder(code: str) -> Path | None:
    """Return the folder of a language, if there is one; for one of ours, the player's own are not looked for."""
    return _ours().get(code) or languages().get(code)


@cache
def _ours() -> Mapping[str, Path]:
    """Return our languages, looked for once: what is typed is compared with the words of all. A player's may come."""
    return _languages_in(folder("scripts") / COMMON)


def _languages_in(place: Path) -> dict[str, Path]:
    return {file.parent.name: file.parent for file in files_in(place, f"*/{SHARED_WORDS}")}


def chosen_language() -> str:
    """Return the code of the language of the program and its tables: that of `told_in`, else of the system, else ours.

    A system's language counts where there is a folder for it.
    """
    told = (os.environ.get(variable) for variable in (LANGUAGE, "LC_ALL", "LC_MESSAGES", "LANG"))
    code = next((locale for locale in told if locale), "").partition("_")[0].partition(".")[0]
    return code if language_folder(code) else FRENCH


@contextmanager
def told_in(language: str) -> Iterator[None]:
    """Speak this language, whatever the system's is, here and in processes begun meanwhile."""
    before = os.environ.get(LANGUAGE)
    os.environ[LANGUAGE] = language
    try:
        yield
    finally:
        if before is None:
            del os.environ[LANGUAGE]
        else:
            os.environ[LANGUAGE] = before


def user_folder() -> Path:
    """Return the player's own data folder, which need not exist."""
    return _own() or _USUAL.user_data_path


def files_in(place: Path, pattern: str) -> list[Path]:
    """Return the files of a folder that match; none where it cannot be read, which `refused_folders` tells."""
    try:
        return sorted(place.glob(pattern))
    except OSError:
        return []


def refused_folders() -> Iterator[OSError]:
    """Yield why folders of the player's cannot be read, as another user's cannot; those that do not exist can."""
    place = user_folder()
    for folder in (settings_folder(), place, *(place / name for name in ("games", "packs", "languages", "voices"))):
        try:
            os.listdir(folder)
        except FileNotFoundError:
            continue
        except OSError as error:
            yield error
            if folder == place:
                return


def log_file() -> Path:
    """Return where the log is that was asked for without a name; it need not exist."""
    return user_folder() / "narrator.log"


def cache_folder() -> Path:
    """Return where what can be made again is kept for the next game; it need not exist."""
    return own / "cache" if (own := _own()) else _USUAL.user_cache_path


def settings_folder() -> Path:
    """Return the folder of the player's settings, which need not exist."""
    return _own() or _USUAL.user_config_path


def _own() -> Path | None:
    """Return the folder that the player has named for all that is his."""
    return Path(own) if (own := os.environ.get("NARRATOR_HOME")) else None


def games() -> dict[str, Path]:
    """Return every pack that goes by a name, sorted: ours, then the player's own, which cannot hide ours."""
    found = {**_packs_in(user_folder() / "packs"), **_packs_in(folder("scripts"))}
    return dict(sorted(found.items()))


def pack_path(name_or_path: str) -> Path:
    """Return the folder of a pack: a game by its name, or any folder; loading it tells what the folder lacks.

    Raises:
        UnknownGameError: there is neither.
    """
    known = games()
    if name_or_path in known:
        return known[name_or_path]
    path = folder_called(name_or_path)
    if path is None:
        raise UnknownGameError(name_or_path, known)
    return path


def folder_called(written: str) -> Path | None:
    """Return the folder that somebody means, `~` being a home; None where there is none, or can be none."""
    try:
        path = Path(written).expanduser()
        return path if path.is_dir() else None
    except (OSError, RuntimeError, ValueError):  # too long, nobody's home, or a zero in it
        return None


def name_of(path: Path) -> str:
    """Return how `pack_path` finds this pack again, also where narrator is installed anew: by name where it has one."""
    return path.name if games().get(path.name) == path else str(path.resolve())


def _packs_in(place: Path) -> dict[str, Path]:
    return {file.parent.name: file.parent for file in files_in(place, f"*/{RULES_FILE}") if file.parent.name != COMMON}
