"""A file brought by hand, on a stick or from another machine: copied, and checked as if it had been fetched."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from narrator.downloads.manifest import Pin
from narrator.downloads.transfer import DownloadError, Tell, no_place
from narrator.regular_files import open_regular
from narrator.story.sentences import reason, to_user

_BLOCK = 1 << 20


def carry(source: Path, pin: Pin, target: Path, tell: Tell) -> None:
    """Copy a file into an existing folder, never more of it than there may be.

    Raises:
        DownloadError: it is not there, cannot be read or written, or is not what was meant.
    """
    blocks = _blocks(source)
    try:
        with target.open("wb") as copy:
            while copy.tell() <= pin.limit and (block := next(blocks, b"")):
                copy.write(block)
                tell(copy.tell())
            copy.flush()
            os.fsync(copy.fileno())
        if fault := pin.fault(target):
            target.unlink()
            raise DownloadError(to_user("download.carried", path=source, detail=fault))
    except OSError as error:
        raise no_place(target, error) from error


def _blocks(source: Path) -> Iterator[bytes]:
    """Yield what is in a file.

    Raises:
        DownloadError: it is not there, or cannot be read.
    """
    try:
        with open_regular(source) as stream:
            while block := stream.read(_BLOCK):
                yield block
    except OSError as error:
        raise DownloadError(to_user("download.unread", path=source, detail=reason(error))) from error
