"""The one error for all that a disk refuses, with words for the table and no secret in it."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum

from narrator.user_error import UserError


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
_BY_SQLITE = {sqlite3.SQLITE_FULL: StorageCause.FULL, sqlite3.SQLITE_READONLY: StorageCause.READ_ONLY}


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
    except sqlite3.Error as error:
        cause = _BY_SQLITE.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, StorageCause.FAILING)
        failed = StorageError(cause, str(error))
    raise failed
