"""A journal's file on disk: made whole or not at all, held by one process at a time, and flushed row by row."""

from __future__ import annotations

import errno
import fcntl
import logging
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from narrator.journal import chain
from narrator.journal.chain import BLANK, SLOT, ChainReading, Link
from narrator.journal.storage_error import storing

_logger = logging.getLogger(__name__)

_FLUSH = getattr(os, "fdatasync", os.fsync)


class BusyError(Exception):
    """Another process holds the file."""


class JournalFile:
    """A journal that is open for writing, and held until it is closed."""

    def __init__(self, handle: int, root: bytes, last: Link | None, end: int) -> None:
        self._handle = handle
        self._root = root
        self._last = last
        self._end = end
        self._failed = False

    @classmethod
    def opened(cls, handle: int, reading: ChainReading) -> JournalFile:
        """Go on with a file that is held and was read, sound, once it is in order: a torn row is cut off.

        Raises:
            StorageError: it cannot be written.
        """
        recovered = len(reading.rows) > reading.stored
        file = cls(handle, reading.root, reading.last, reading.end)
        if reading.tidy:
            return file
        with storing():
            os.ftruncate(handle, reading.end)
            if reading.last is not None:
                if recovered:
                    _write(handle, reading.last.line(), reading.end)
                    file._end += len(reading.last.line())
                _write(handle, reading.last.slot(), reading.last.slot_at)
            _FLUSH(handle)
        return file

    def append(self, text: str) -> None:
        """Store a row: it is on disk when this returns. A row that failed may be stored again.

        Raises:
            StorageError: it could not be stored, and is not part of the game.
        """
        row = chain.link(self._root, self._last, text)
        line = row.line()
        with storing():
            if self._failed:
                self._withdraw()
            self._failed = True
            try:
                _write(self._handle, line, self._end)
                if not row.fits:  # its slot could not bring it back, so it tells of it only once it is there
                    _FLUSH(self._handle)
                _write(self._handle, row.slot(), row.slot_at)
                _FLUSH(self._handle)
            except OSError:
                with suppress(OSError):
                    self._withdraw()
                raise
        self._failed, self._last, self._end = False, row, self._end + len(line)

    def close(self) -> None:
        """Let it go."""
        with suppress(OSError):  # all that was acknowledged has been flushed
            os.close(self._handle)

    def _withdraw(self) -> None:
        """Take back what a failed row may have left, in both places.

        Where the disk does not take that either, it is done before the next row.
        """
        os.ftruncate(self._handle, self._end)
        number = 1 if self._last is None else self._last.number + 1
        _write(self._handle, BLANK, number % 2 * SLOT)


def contents(header: Mapping[str, object], rows: Iterable[str] = ()) -> bytes:
    """Return a whole file."""
    line, root = chain.header_line(header)
    slots, lines = [BLANK, BLANK], [line]
    last: Link | None = None
    for text in rows:
        last = chain.link(root, last, text)
        lines.append(last.line())
        slots[last.number % 2] = last.slot().ljust(SLOT)
    return b"".join((*slots, *lines))


def make_folder(folder: Path) -> None:
    """Make the folder of the games, for its owner alone, and for good.

    Raises:
        OSError: it cannot be made.
    """
    missing = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    for place in missing:
        _flush_folder(place.parent)


def make(path: Path, content: bytes) -> None:
    """Make a file, of mode 0600, that is there whole or not at all, and for good.

    Raises:
        FileExistsError: there is one.
        OSError: it cannot be made.
    """
    with _new(path, content) as begun:
        _settle(begun, path)


def replace(path: Path, content: bytes) -> None:
    """Put another content in the place of a file, or leave it as it is.

    Raises:
        OSError: it cannot be written.
    """
    with _new(path, content) as begun:
        begun.replace(path)


def hold(path: Path, flags: int) -> int:
    """Open a file and hold it against other processes; return its handle.

    Raises:
        BusyError: another process holds it.
        OSError: it cannot be opened.
    """
    while True:
        handle = os.open(path, flags | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            raise BusyError from None
        except OSError as error:
            _logger.warning("a file system without locks: %s", error)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        os.close(handle)  # it was replaced meanwhile


def content_of(handle: int) -> bytes:
    """Return all that a file holds.

    Raises:
        OSError: it cannot be read.
    """
    parts, at = [], 0
    while part := os.pread(handle, 1 << 20, at):
        parts.append(part)
        at += len(part)
    return b"".join(parts)


@contextmanager
def _new(path: Path, content: bytes) -> Iterator[Path]:
    """Give a file that is to be put into its place, which then is there for good; nothing else is left of it."""
    begun = _begun(path, content)
    try:
        yield begun
    finally:
        begun.unlink(missing_ok=True)
    _flush_folder(path.parent)


def _begun(path: Path, content: bytes) -> Path:
    """Write a file that is not in its place yet, and flush it."""
    begun = path.with_suffix(".new")
    handle = os.open(begun, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | os.O_CLOEXEC, 0o600)
    try:
        try:
            _write(handle, content, 0)
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError:
        with suppress(OSError):
            begun.unlink()
        raise
    return begun


def _settle(begun: Path, path: Path) -> None:
    """Give a file its name, which nobody else has."""
    try:
        os.link(begun, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links
        if path.exists():
            raise FileExistsError(f"there is {path.name} already") from None
        begun.rename(path)


def _flush_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some file systems flush no folders
            raise
    finally:
        os.close(handle)


def _write(handle: int, content: bytes, at: int) -> None:
    """Write all of it.

    Raises:
        OSError: not all of it was written.
    """
    while content:
        written = os.pwrite(handle, content, at)
        content, at = content[written:], at + written
