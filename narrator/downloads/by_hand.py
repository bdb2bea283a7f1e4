"""A file brought by hand, on a stick or from another machine: copied, and checked as if it had been fetched."""

from __future__ import annotations

import os
from pathlib import Path

from narrator.downloads.pin import Pin
from narrator.downloads.transfer import DownloadError, Tell, no_place
from narrator.regular_files import open_regular
from narrator.story.sentences import to_user

_BLOCK = 1 << 20


def carry(source: Path, pin: Pin, target: Path, tell: Tell) -> None:
    """Copy a file into an existing folder, never more of it than there may be.

    Raises:
        DownloadError: it is not there, cannot be read or written, or is not what was meant.
    """
    try:
        stream = open_regular(source)
    except OSError as error:
        raise DownloadError(to_user("download.unread", path=source, detail=error.strerror or error)) from error
    try:
        with stream, target.open("wb") as copy:
            while copy.tell() <= pin.limit and (block := stream.read(_BLOCK)):
                copy.write(block)
                tell(copy.tell())
            copy.flush()
            os.fsync(copy.fileno())
        if fault := pin.fault(target):
            target.unlink()
            raise DownloadError(to_user("download.carried", path=source, detail=fault))
    except OSError as error:
        raise no_place(target, error) from error
