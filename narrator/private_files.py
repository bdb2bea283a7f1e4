"""Text files that grow and that their owner alone may read, where somebody else chooses the place."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import TextIO


def open_private(path: Path) -> TextIO:
    """Open a file to go on at its end. It gets mode 0600, also where it was there.

    A pipe is open at once, whether anybody reads it yet or not.

    Raises:
        OSError: it cannot be written.
    """
    how = os.O_RDWR if path.is_fifo() else os.O_WRONLY
    descriptor = os.open(path, how | os.O_CREAT | os.O_CLOEXEC | os.O_APPEND | os.O_NOCTTY, 0o600)
    try:
        make_private(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "a", encoding="utf-8")


def make_private(descriptor: int) -> bool:
    """Give an open file mode 0600, and return whether it is one. A device or a pipe keeps its own mode.

    Raises:
        OSError: it is another user's, who could read it all the same; root's as well.
    """
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        return False
    if found.st_uid != os.geteuid():
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
    os.fchmod(descriptor, 0o600)
    return True
