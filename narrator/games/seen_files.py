"""What was found in files, kept beside the cache until they change, so that it is not looked for at every start.

It is never needed, and never believed of a file that has changed since: what is missing or damaged is found again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any

from narrator import __version__, whole_files
from narrator.closing import Closing
from narrator.journal.journal import RULES
from narrator.regular_files import content_of
from narrator.resources import cache_folder

_LARGEST = 50_000_000
"""The most bytes that are kept of all files together."""


class SeenFiles(Closing):
    """What was found in files, by their names. Nothing secret may be kept of them."""

    def __init__(self, name: str) -> None:
        self._place = _place(name)
        self._before = self._kept()
        self._now: dict[str, list[Any]] = {}

    def of(self, path: Path, find: Callable[[], dict[str, Any] | None]) -> dict[str, Any] | None:
        """Return what is found in a file: as it was found before, where the file is the same; None is never kept.

        Raises:
            OSError: there is no such file. Whatever `find` raises is passed on.
        """
        there = os.stat(path)
        state = [there.st_mtime_ns, there.st_ctime_ns, there.st_size, there.st_ino]
        known = self._before.get(path.name)
        found: dict[str, Any] | None = known[1] if known is not None and known[0] == state else find()
        if found is not None:
            self._now[path.name] = [state, found]
        return found

    def close(self) -> None:
        kept = {**self._before, **self._now}
        if kept != self._before:
            body = json.dumps(kept).encode()
            with suppress(OSError):
                whole_files.make_folder(self._place.parent)
                whole_files.replace(self._place, _digest(body) + b"\n" + body)

    def _kept(self) -> dict[str, list[Any]]:
        """Return what was kept, if this version of narrator kept it and it is whole."""
        with suppress(OSError, ValueError):
            digest, _, body = content_of(self._place, _LARGEST).partition(b"\n")
            if digest == _digest(body):
                return dict(json.loads(body))
        return {}


def forget(name: str) -> None:
    """Keep nothing more of what was found."""
    with suppress(OSError):
        _place(name).unlink(missing_ok=True)


def _place(name: str) -> Path:
    return cache_folder() / f"{name}.json"


def _digest(body: bytes) -> bytes:
    return blake2b(body, key=f"{__version__} {RULES}".encode(), digest_size=16).hexdigest().encode()
