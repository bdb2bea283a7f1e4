"""A journal's file on disk: held by one process at a time, and flushed row by row.

What a disk refuses is one error, with words for the table and no secret in it. And whether the partition of a folder is
missing, according to the system's table of file systems.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum
from pathlib import Path

from narrator.base import whole_files
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.table.journal import chain
from narrator.table.journal.chain import BLANK, SLOT, ChainReading, Link, UnreadableError


class StorageCause(Enum):
    """Why a disk does not take what it is given."""

    FULL = "full"
    READ_ONLY = "read_only"
    FAILING = "failing"


_SENTENCES = {
    StorageCause.FULL: "the disk is full",
    StorageCause.READ_ONLY: "the games cannot be written, the disk or their folder is read-only",
    StorageCause.FAILING: "the disk fails",
}
_BY_NUMBER = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), StorageCause.FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), StorageCause.READ_ONLY),
}


class StorageError(UserError):
    """A disk that does not take, or give, what a game needs. What was stored before stays as it was.

    `line` has words in every language; `detail` is what the system says, without any path.
    """

    def __init__(self, cause: StorageCause, detail: str = "") -> None:
        super().__init__(_SENTENCES[cause] + (f" ({detail})" if detail else ""))
        self.cause = cause
        self.detail = detail

    @property
    def line(self) -> str:
        """Return the line that says it at the table."""
        return f"storage.{self.cause.value}"


def beforehand(error: StorageError, *, resuming: bool) -> str:
    """Return the line that says before a game why it cannot be begun, or resumed."""
    if resuming and error.cause is StorageCause.READ_ONLY:
        return "storage.unfinished"
    return f"storage.none.{error.cause.value}"


@contextmanager
def storing() -> Iterator[None]:
    """Turn what the system refuses into a `StorageError` that has no trace of what was being stored.

    Raises:
        StorageError: the disk is full, read-only or fails.
    """
    try:
        yield
        return
    except FileExistsError:
        raise
    except OSError as error:
        failed = StorageError(_BY_NUMBER.get(error.errno or 0, StorageCause.FAILING), error.strerror or "")
    raise failed


SUFFIX = ".journal"
"""How the name of the file ends."""

_logger = logging.getLogger(__name__)

_A_MOMENT = 0.3
"""Seconds in which who only reads a journal has let it go."""

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
                    whole_files.write(handle, reading.last.line(), reading.end)
                    file._end += len(reading.last.line())
                whole_files.write(handle, reading.last.slot(), reading.last.slot_at)
            _FLUSH(handle)
        return file

    def stands_at(self, path: Path) -> bool:
        """Whether the file is still the one of this name: False once it was deleted, moved or replaced."""
        try:
            return os.path.samestat(os.fstat(self._handle), path.stat())
        except (FileNotFoundError, NotADirectoryError):
            return False
        except OSError:  # it cannot be told, and rows are still taken
            return True

    def append(self, text: str) -> None:
        """Store a row: it is on disk when this returns. A row that failed may be stored again.

        Raises:
            StorageError: it could not be stored, and is not part of the game.
        """
        row = chain.link(self._root, self._last, text.encode())
        line = row.line()
        with storing():
            if self._failed:
                self._withdraw()
            self._failed = True
            try:
                whole_files.write(self._handle, line, self._end)
                if not row.fits:  # its slot could not bring it back, so it tells of it only once it is there
                    _FLUSH(self._handle)
                whole_files.write(self._handle, row.slot(), row.slot_at)
                _FLUSH(self._handle)
            except OSError:
                with suppress(OSError):
                    self._withdraw()
                raise
        self._failed, self._last, self._end = False, row, self._end + len(line)

    def reserve(self, size: int) -> None:
        """Take room for rows to come: so many bytes of blanks behind the last one, which rows are written over.

        Raises:
            StorageError: there is not so much room.
        """
        with storing():
            missing = self._end + size - os.fstat(self._handle).st_size
            if missing > 0:
                whole_files.write(self._handle, b" " * missing, self._end + size - missing)
                _FLUSH(self._handle)

    def close(self) -> None:
        with suppress(OSError):  # all that was acknowledged has been flushed
            if not self._failed:
                os.ftruncate(self._handle, self._end)
            os.close(self._handle)

    def _withdraw(self) -> None:
        """Remove what a failed row may have left, in both places.

        Where the disk does not take that either, it is done before the next row.
        """
        os.ftruncate(self._handle, self._end)
        number = 1 if self._last is None else self._last.number + 1
        whole_files.write(self._handle, BLANK, number % 2 * SLOT)


def contents(header: Mapping[str, object], rows: Iterable[str] = ()) -> bytes:
    """Return a whole file."""
    head, root = chain.header_lines(header)
    slots, lines = [BLANK, BLANK], [head]
    last: Link | None = None
    for text in rows:
        last = chain.link(root, last, text.encode())
        lines.append(last.line())
        slots[last.number % 2] = last.slot().ljust(SLOT)
    return b"".join((*slots, *lines))


def hold(path: Path, flags: int, *, shared: bool = False) -> int:
    """Open a file and hold it against all other processes, or `shared` with those that only read; return its handle.

    Who only reads holds it for a moment: for that long who wants it alone waits.

    Raises:
        BusyError: another process holds it.
        OSError: it cannot be opened.
    """
    lock, patience = (fcntl.LOCK_SH, 0.0) if shared else (fcntl.LOCK_EX, _A_MOMENT)
    end = time.monotonic() + patience
    while True:
        handle = os.open(path, flags | os.O_CLOEXEC)
        try:
            fcntl.flock(handle, lock | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            if time.monotonic() >= end:
                raise BusyError from None
            time.sleep(_A_MOMENT / 10)
            continue
        except OSError as error:
            _logger.warning("a file system without locks: %s", error)
        with suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        os.close(handle)  # it was replaced meanwhile


LARGEST = 32 << 20
"""The most bytes of a journal that are read: the rows of nine thousand slots. A file with holes may claim any size."""


def content_of(handle: int) -> bytes:
    """Return all that a file holds.

    Raises:
        UnreadableError: that is more than a journal can be.
        OSError: it cannot be read.
    """
    if os.fstat(handle).st_size > LARGEST:
        raise UnreadableError(to_user("journal.too_large", most=LARGEST >> 20))
    parts, at = [], 0
    while part := os.pread(handle, 1 << 20, at):
        parts.append(part)
        at += len(part)
    return b"".join(parts)


FSTAB = Path("/etc/fstab")

Mounted = Callable[[Path], bool]
"""Whether something is mounted there. A folder that is mounted onto itself, as a service's may be, is not."""

_NOT_BY_ITSELF = {"noauto", "bind", "rbind"}


def expected(folder: Path, fstab: Path = FSTAB) -> Path | None:
    """Return the mount point that the table has for a folder; None where it is on the system's own partition."""
    try:
        lines = fstab.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    around = {folder, *folder.parents} - {Path("/")}
    found = [point for point in map(_mount_point, lines) if point in around]
    return max(found, key=lambda point: len(point.parts), default=None)


def missing(folder: Path, fstab: Path = FSTAB, mounted: Mounted = os.path.ismount) -> Path | None:
    """Return the mount point of a folder's partition where that is not there now; None where all is well."""
    point = expected(folder, fstab)
    return None if point is None or mounted(point) else point


def _mount_point(line: str) -> Path | None:
    """Return where a line of the table mounts something at every start; None where it does not."""
    fields = line.split()
    if len(fields) < 3 or line.lstrip().startswith("#") or not fields[1].startswith("/"):
        return None
    if len(fields) > 3 and _NOT_BY_ITSELF & {*fields[3].split(",")}:
        return None
    return Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), fields[1]))
