"""What narrator's own code makes of a disk after a power cut, and whether all that was promised is there."""

from __future__ import annotations

import json
import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import numpy as np

from machine.kept import OFTEN, ROUNDS, SPOKEN, phrase, samples_of, settings_of, sound_of
from narrator.base.downloads.manifest import digest_of
from narrator.base.downloads.store import MODELS
from narrator.evening.app.choosing.last_evening import FILE as EVENING
from narrator.evening.app.choosing.last_evening import last_evening
from narrator.evening.app.settings import FILE as SETTINGS
from narrator.evening.app.settings import load_settings
from narrator.recording.making import Work
from narrator.sound.audio import underruns
from narrator.table.games.registry import evening_of, restored
from narrator.table.journal.journal import DamagedError, JournalError, look
from narrator.table.journal.journal_file import StorageError, contents
from narrator.table.session.replay import replay
from narrator.voice.cache import Cache
from narrator.voice.recordings import Recordings, RecordingsError

PAGE = 4096
BROUGHT_BACK = (0, 1)
"""What e2fsck ends with where a file system was sound, or is again once its journal was replayed."""

Promises = Mapping[str, int]
Games = Mapping[str, tuple[str, ...]]
"""The rows of every game, by the name of its journal."""


def promised(data: bytes) -> Promises | None:
    """Return what a write tells of promises; None where it is another one."""
    if len(data) != PAGE or not data.startswith(b"promised {"):
        return None
    told: Promises = json.loads(data.rstrip(b"\0")[len(b"promised ") :])
    return told


def brought_back(image: Path, place: Path) -> tuple[Path, int]:
    """Have the file system replay its journal; return a copy of narrator's folder, and what e2fsck ended with."""
    status = subprocess.run(["e2fsck", "-fy", str(image)], capture_output=True, check=False).returncode
    home = place / "narrator"
    shutil.rmtree(home, ignore_errors=True)
    subprocess.run(["debugfs", "-R", f"rdump /narrator {place}", str(image)], capture_output=True, check=True)
    return home, status


def losses(home: Path, told: Promises, complete: Games) -> list[str]:
    """Say what is missing of what was promised, and what is believed though it is not whole; a sentence each.

    `complete` are the games as they went on, without a cut.
    """
    os.environ["NARRATOR_HOME"] = str(home)
    return [*_of_games(home, told, complete), *(said for look_at in KEPT for said in look_at(home, told))]


def games_in(home: Path) -> Games:
    """Return all games of a folder; of one whose rows were never flushed, what is sound."""
    return {path.name: _rows_of(path) for path in sorted(home.glob("games/*.journal"))}


def _rows_of(path: Path) -> tuple[str, ...]:
    try:
        return look(path).rows
    except DamagedError as error:
        return error.sound.rows


def _of_games(home: Path, told: Promises, complete: Games) -> Iterator[str]:
    for name, count in told.items():
        if name.endswith(".journal") and not (home / "games" / name).is_file():
            yield f"{name} has begun, and is gone with {count} rows"
    for path in sorted(home.glob("games/*.journal")):
        try:
            held = look(path)
            if held.rows != complete[path.name][: len(held.rows)]:
                yield f"{path.name} is another game"
            if len(held.rows) < told.get(path.name, 0):
                yield f"{told[path.name]} rows of {path.name} were promised, {len(held.rows)} are there"
            if "pack" in held.header:
                _goes_on(contents(held.header, held.rows), path)
        except (JournalError, StorageError) as error:
            yield str(error)


@cache
def _goes_on(_content: bytes, path: Path) -> None:
    """See that the narrator could go on with a game: all that was said is found again from what is stored."""
    held = look(path)
    evening_of(held.header)
    walk = replay(restored(held.header).setup, held.record().answers).walk
    assert walk.pending is not None or walk.outcome is not None


def _of_settings(home: Path, told: Promises) -> Iterator[str]:
    count = told.get("settings", 0)
    complaints: list[str] = []
    found = load_settings(complaints.append)
    number = int((re.findall(r"\d+", found.output) or ["0"])[0])
    if complaints or (number and found != settings_of(number)) or ((home / SETTINGS).is_file() and not number):
        yield f"the settings are not whole: {complaints}"
    elif number < count:
        yield f"settings {count} were promised, {number} are there"


def _of_last_evening(home: Path, _told: Promises) -> Iterator[str]:
    if (home / EVENING).is_file() and last_evening() is None:
        yield "the last evening is not whole"


def _of_counts(_home: Path, told: Promises) -> Iterator[str]:
    found = underruns.read()
    if found is None and underruns.path().is_file():
        yield "the counts are not whole"
    if (0 if found is None else found.games) < told.get("counts", 0):
        yield f"counts {told['counts']} were promised, {found} is there"


def _of_models(home: Path, told: Promises) -> Iterator[str]:
    place = home / "models"
    if not (place / "manifest.yaml").is_file():
        return
    files = (path for path in sorted(place.rglob("*")) if path.is_file())
    believed = _believed(tuple((str(path.relative_to(home)), digest_of(path)) for path in files))
    for name, faults in believed.items():
        if faults:
            yield f"{name} is believed: {faults}"
    for number in range(1, 1 + told.get("models", 0)):
        if f"model-{number}" not in believed:
            yield f"model-{number} was fetched, and is gone"


@cache
def _believed(_files: tuple[tuple[str, str], ...]) -> Mapping[str, list[str]]:
    """Return what narrator takes for downloads that are there, and what is wrong with each, for these files."""
    names = [f"model-{number}" for number in range(1, 1 + ROUNDS // OFTEN)]
    return {name: MODELS.faults(name) for name in names if MODELS.installed(name) is not None}


def _of_cache(home: Path, _told: Promises) -> Iterator[str]:
    if not (home / "cache").is_dir():
        return
    kept = Cache(home / "cache")
    for number in range(1, 1 + ROUNDS):
        if kept.get(phrase(number)) not in (None, sound_of(number)):
            yield f"phrase {number} is believed, and not whole"


def _of_recordings(home: Path, told: Promises) -> Iterator[str]:
    count, file = told.get("recordings", 0), home / "own.recordings"
    if not file.is_file():
        if count:
            yield "the recordings are gone"
        return
    try:
        with closing(Recordings([file])) as recordings:
            there = sum(recordings.opus(spoken) is not None for spoken in SPOKEN)
        if there < count:
            yield f"{count} recordings were promised, {there} are there"
    except RecordingsError as error:
        yield str(error)


def _of_spoken(home: Path, told: Promises) -> Iterator[str]:
    """See to recordings as they were spoken, from which the others are made."""
    count, file = told.get("recordings", 0), home / "spoken.work"
    if not file.is_file():
        if count:
            yield "what was spoken is gone"
        return
    try:
        with closing(Work(file)) as work:
            there = work.tries()
            for number, spoken in enumerate(SPOKEN):
                if spoken in there and not np.allclose(work.samples(spoken), samples_of(number), atol=1e-4):
                    yield f"{spoken.text} is believed as it was spoken, and not whole"
        if len(there) < count:
            yield f"{count} were promised of what was spoken, {len(there)} are there"
    except sqlite3.DatabaseError as error:
        yield f"what was spoken: {error}"


KEPT: Sequence[Callable[[Path, Promises], Iterator[str]]] = (
    *(_of_settings, _of_last_evening, _of_counts, _of_models, _of_cache, _of_recordings, _of_spoken),
)
"""Everything but games that a box, or who fills it, keeps."""
