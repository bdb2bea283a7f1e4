"""Files from elsewhere: what is none, such as a pipe into which nobody writes, is refused and not waited for."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

LARGEST = 4_000_000
"""The most bytes of a file of texts that are read, where nothing else is said."""


class NotRegularError(OSError):
    """It is a folder, a pipe, a device or a socket."""


def content_of(path: Path, largest: int = LARGEST) -> bytes:
    """Return what a file of texts holds.

    Raises:
        NotRegularError: it is no regular file.
        OSError: it cannot be read, or has more than `largest` bytes.
    """
    with open_regular(path) as opened:
        content = opened.read(largest + 1)
    if len(content) > largest:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return content


def open_regular(path: Path) -> BinaryIO:
    """Open a file to read it.

    Raises:
        NotRegularError: it is no regular file.
        OSError: it cannot be read.
    """
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise NotRegularError(errno.EINVAL, "not a regular file", str(path))
    return os.fdopen(handle, "rb")
