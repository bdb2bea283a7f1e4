"""What has been fetched, and where it lies: models and voices in the player's own data folder.

And which recognition model a game may use: one that was fetched, ours, and any other only if it is asked for.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from narrator.base import whole_files
from narrator.base.downloads.manifest import Download, ManifestError, Pin, digest_of, megabytes, read
from narrator.base.downloads.transfer import PATIENCE, DownloadError, carry, no_place, transfer, unpack
from narrator.base.resources import folder, folder_called, user_folder
from narrator.base.sentences import PROGRAM, reason, sentences, to_user
from narrator.base.user_error import UserError

_logger = logging.getLogger(__name__)

MANIFEST = "manifest.yaml"
RECEIPT = ".receipt.json"
"""In the folder of what was fetched: the digest of every file as it was when it had been checked."""

Tell = Callable[[str, int, int], None]
"""Takes a file's name, how many bytes of it there are so far, and how many it has at most."""


class UnknownDownloadError(UserError):
    """No manifest has something of that name; the message lists what there is."""


@dataclass(frozen=True)
class DownloadStore:
    """One kind of downloads, `models` or `voices`: its manifest, and its place in the player's data folder.

    A manifest of the player's own, in that place, adds to ours and cannot hide what is in it.
    """

    kind: str

    @property
    def place(self) -> Path:
        """Return the folder in which each download has one of its own; it need not exist."""
        return user_folder() / self.kind

    def known(self) -> tuple[Download, ...]:
        """Return what can be fetched, ours first.

        Raises:
            ManifestError: a manifest does not say what it must.
        """
        try:
            ours = read(folder(self.kind) / MANIFEST)
        except FileNotFoundError as error:
            raise ManifestError(str(error)) from error
        own = self.place / MANIFEST
        names = {download.name for download in ours}
        return ours + tuple(more for more in (read(own) if os.path.isfile(own) else ()) if more.name not in names)

    def named(self, name: str) -> Download:
        """Return what is to be expected of a download.

        Raises:
            ManifestError, UnknownDownloadError: no manifest has it.
        """
        known = {download.name: download for download in self.known()}
        if name not in known:
            told = {"name": repr(name), "kind": self.kind, "names": ", ".join(known)}
            raise UnknownDownloadError(to_user("download.unknown", **told))
        return known[name]

    def installed(self, name: str) -> Path | None:
        """Return the folder of a download that is there with all its files, of the right sizes. Reads none of them.

        Raises:
            ManifestError: a manifest does not say what it must.
        """
        download = next((download for download in self.known() if download.name == name), None)
        if download is None:
            return None
        for file in download.files:
            here = self.place / name / file.path
            # Not by `Path.is_file`, to which a folder that may not be read is an error.
            there = os.path.isfile(here) and file.fits(here.stat().st_size)
            if not there and (os.path.lexists(here) or not file.optional):
                return None
        return self.place / name

    def faults(self, name: str) -> list[str]:
        """Read all files of a download; say what is wrong with each, in a sentence.

        What is not pinned is compared with what it was when it had been fetched.

        Raises:
            ManifestError, UnknownDownloadError: no manifest has it.
            DownloadError: a file cannot be read.
        """
        download, here = self.named(name), self.place / name
        told = []
        noted = _receipt(here)
        try:
            for file in download.files:
                found = here / file.path
                if not found.is_file():
                    told += [] if file.optional else [to_user("download.gone", path=file.path)]
                elif fault := file.fault(found):
                    told.append(to_user("download.fault", path=file.path, detail=fault))
                elif file.sha256 is None and file.path in noted and noted[file.path] != digest_of(found):
                    told.append(to_user("download.changed", path=file.path))
            expected = {here / file.path for file in download.files} | {here / RECEIPT}
            strangers = [file for file in here.rglob("*") if not file.is_dir() and file not in expected]
            told += [to_user("download.stranger", path=file.relative_to(here)) for file in sorted(strangers)]
        except OSError as error:
            raise DownloadError(to_user("download.unread", path=name, detail=reason(error))) from error
        return told

    def fetch(self, name: str, tell: Tell, patience: float = PATIENCE, source: Path | None = None) -> Path:
        """Fetch a download and check it; where it is there and without fault, nothing is fetched. Return its folder.

        Until all is well, what was there before stays; of an attempt that was interrupted, whole files are. `source` is
        a folder that holds the file or files, under the names that they have where they come from: no network is used
        then.

        Raises:
            ManifestError, UnknownDownloadError: no manifest has it.
            DownloadError: it could not be fetched, is damaged, or cannot be written.
        """
        download = self.named(name)
        here = self.place / name
        if self.installed(name) and not self.faults(name):
            return here
        staging = self.place / f".{name}.coming"
        try:
            whole_files.make_folder(self.place.parent)
            staging.mkdir(parents=True, exist_ok=True)
            with _alone(staging, name):
                _room(download, staging)
                fresh = _gather(download, staging, source, tell, patience)
                _note(download, fresh)
                whole_files.flush_tree(fresh)
                _replace(fresh, here, staging / "replaced")
                shutil.rmtree(staging, ignore_errors=True)
        except OSError as error:
            raise no_place(staging, error) from error
        return here


MODELS = DownloadStore("models")
VOICES = DownloadStore("voices")


@contextlib.contextmanager
def _alone(staging: Path, name: str) -> Iterator[None]:
    """Keep others from fetching the same: the lock goes with the process that holds it."""
    handle = os.open(staging, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DownloadError(to_user("download.busy", name=name)) from None
        yield
    finally:
        os.close(handle)


def _room(download: Download, staging: Path) -> None:
    """Refuse to begin what the disk cannot hold."""
    there = sum(file.stat().st_size for file in staging.rglob("*") if file.is_file())
    missing = download.room - there - shutil.disk_usage(staging).free
    if missing > 0:
        sizes = {"size": megabytes(download.room), "missing": megabytes(missing)}
        raise DownloadError(to_user("download.room", name=download.name, path=staging.parent, **sizes))


def _gather(download: Download, staging: Path, source: Path | None, tell: Tell, patience: float) -> Path:
    """Return a folder inside the staging folder that holds everything, checked."""

    def bring(address: str, pin: Pin, target: Path, name: str) -> None:
        def telling(came: int) -> None:
            tell(name, came, pin.limit)

        if source is None:
            transfer(address, pin, target, telling, patience)
        else:
            carry(source / address.rsplit("/", 1)[-1], pin, target, telling)

    fresh = staging / "fresh"
    archive = download.archive
    if archive is not None:
        packed = staging / f"{download.name}.zip"
        bring(archive.address, archive, packed, packed.name)
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir()
        try:
            unpack(packed, archive, download.files, fresh)
        except DownloadError:
            shutil.rmtree(fresh)
            packed.unlink()
            raise
        return fresh
    for file in download.files:
        assert file.address is not None  # the manifest's own law for what has no archive
        target = fresh / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        bring(file.address, file, target, file.path)
    return fresh


def _note(download: Download, fresh: Path) -> None:
    digests = {file.path: digest_of(fresh / file.path) for file in download.files if (fresh / file.path).is_file()}
    receipt = json.dumps({"name": download.name, "sha256": digests}, indent=1)
    whole_files.replace(fresh / RECEIPT, receipt.encode())


def _receipt(here: Path) -> dict[str, str]:
    try:
        noted = json.loads((here / RECEIPT).read_text(encoding="utf-8"))["sha256"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        _logger.info("no receipt in %s: %s", here, error)
        return {}
    return noted if isinstance(noted, dict) else {}


def _replace(fresh: Path, here: Path, aside: Path) -> None:
    """Put a folder in its place; what was there goes aside first, for a folder cannot take another's place at once."""
    shutil.rmtree(aside, ignore_errors=True)
    if here.exists():
        here.replace(aside)
    fresh.replace(here)
    whole_files.flush_folder(here.parent)


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
