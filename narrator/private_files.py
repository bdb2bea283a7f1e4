"""Text files that their owner alone may read, where somebody else chooses the place."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Literal, TextIO


def open_private(path: Path, mode: Literal["w", "a"]) -> TextIO:
    """Open a file to write it anew (`w`) or to go on at its end (`a`). It gets mode 0600, also where it was there.

    Raises:
        OSError: it cannot be written.
    """
    begin = os.O_APPEND if mode == "a" else os.O_TRUNC
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | begin, 0o600)
    try:
        make_private(descriptor)
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, mode, encoding="utf-8")


def make_private(descriptor: int) -> None:
    """Give an open file mode 0600. A device or a pipe keeps its own: /dev/null is everybody's.

    Raises:
        OSError: it is another user's.
    """
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.fchmod(descriptor, 0o600)
