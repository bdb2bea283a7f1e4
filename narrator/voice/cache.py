"""Rendered phrases on disk, so that the next game begins at once: bounded, verified, and never needed.

An entry is a file of its own. Its name is a keyed hash of what was asked for, and its contents begin with a keyed
hash of name and sound: a file that was cut, changed or put under another name is no entry. The key is random, made
once a machine: whoever sees the names alone cannot try words until one fits.

Several games may use one cache at once. Files are written apart and moved into place, so a reader finds a whole
entry or none. Where the folder cannot be written, or the disk is full, everything goes on without.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import os
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from narrator.base import whole_files

_logger = logging.getLogger(__name__)

LIMIT = 512 * 2**20
"""Bytes of sound kept: some three hours."""

_KEY = "key"
_SUFFIX = ".pcm"
_UNFINISHED = ".new-"
_DIGEST = 32
_AFTER_CLEARING = 0.9  # of the limit, so that not every entry asks for another one to go
_BETWEEN_LOOKS = 1 / 16  # of the limit: how much is put in before what other games put in is looked at
_ABANDONED = 3600.0  # seconds after which a file that was not finished belongs to a game that was killed


class Cache:
    """The phrases in one folder. For one thread at a time.

    `trouble` is what the system answered when an entry could not be kept, empty as long as none was lost.
    """

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        self.trouble = ""
        self._folder = folder
        self._limit = limit
        self._unseen = limit  # a look at the folder is due
        self._secret = secrets.token_bytes(_DIGEST)  # what is found with it is nothing, and nothing is left behind
        try:
            whole_files.make_folder(self._folder)
            if stat.S_IMODE(self._folder.stat().st_mode) != 0o700:
                self._folder.chmod(0o700)
            self._secret = self._agreed_secret()
        except OSError as error:
            self.trouble = str(error)

    def get(self, asked: bytes) -> bytes | None:
        """Return what was kept for `asked`; None where nothing was, or not what was put in. It counts as a use."""
        path = self._path(asked)
        try:
            entry = path.read_bytes()
        except OSError as error:
            if not isinstance(error, FileNotFoundError):
                _logger.warning("an entry cannot be read: %s", error)
            return None
        with suppress(OSError):  # a folder that can only be read serves too
            os.utime(path)
        kept = entry[_DIGEST:]
        if hmac.compare_digest(entry[:_DIGEST], self._digest(path.name, kept)):
            return kept
        _logger.warning("an entry is damaged")
        return None

    def put(self, asked: bytes, sound: bytes) -> None:
        """Keep sound for `asked`, in place of what was kept; where that fails, `trouble` says why."""
        path = self._path(asked)
        try:
            self._write(path, self._digest(path.name, sound) + sound)
            self._unseen += _DIGEST + len(sound)
            if self._unseen > self._limit * _BETWEEN_LOOKS:
                self._clear()
        except OSError as error:
            self.trouble = str(error)

    def _path(self, asked: bytes) -> Path:
        return self._folder / (hashlib.blake2b(asked, key=self._secret, digest_size=_DIGEST).hexdigest() + _SUFFIX)

    def _digest(self, name: str, sound: bytes) -> bytes:
        digest = hashlib.blake2b(name.encode(), key=self._secret, digest_size=_DIGEST)
        digest.update(sound)
        return digest.digest()

    def _agreed_secret(self) -> bytes:
        """Return the key of this folder, making it where there is none; games that begin together get the same."""
        path = self._folder / _KEY
        if path.is_file():
            if len(kept := path.read_bytes()) == _DIGEST:
                return kept
            path.unlink(missing_ok=True)
        with suppress(FileExistsError):  # another game was faster: its key is the folder's
            whole_files.make(path, secrets.token_bytes(_DIGEST))
        return path.read_bytes()

    def _write(self, path: Path, entry: bytes) -> None:
        unfinished = self._folder / f"{_UNFINISHED}{secrets.token_hex(8)}"
        try:
            with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(entry)
            unfinished.replace(path)
        except OSError:
            with suppress(OSError):
                unfinished.unlink(missing_ok=True)
            raise

    def _clear(self) -> None:
        """Look at the folder as all games have filled it, and take out what was not used for longest."""
        entries = sorted(self._entries())
        size = sum(length for _, length, _ in entries)
        if size > self._limit:
            for _, length, path in entries:
                if size <= self._limit * _AFTER_CLEARING:
                    break
                with suppress(OSError):  # another game may be faster, or have put it in again
                    path.unlink()
                    size -= length
        self._unseen = 0

    def _entries(self) -> Iterator[tuple[int, int, Path]]:
        """Yield time of last use, size and place of every entry; clear away what was never finished."""
        with os.scandir(self._folder) as folder:
            for found in folder:
                with suppress(FileNotFoundError):
                    status = found.stat()
                    if found.name.endswith(_SUFFIX):
                        yield status.st_mtime_ns, status.st_size, Path(found.path)
                    elif found.name.startswith(_UNFINISHED) and abs(time.time() - status.st_mtime) > _ABANDONED:
                        os.unlink(found.path)
