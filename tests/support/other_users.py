"""What another user's folders are to whoever plays: even root, who may read all, is nobody meanwhile."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NOBODY = 65534


@contextmanager
def shared_folder() -> Iterator[Path]:
    """Give a folder that everybody may read and write."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o777)
    try:
        yield place
    finally:
        for folder in (place, *(found for found in place.rglob("*") if found.is_dir())):
            folder.chmod(0o777)
        shutil.rmtree(place)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Be a user whom no folder belongs to, where this is root; else stay who this is."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(before)
