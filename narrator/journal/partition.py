"""Whether the partition of a folder is missing, according to the system's table of file systems."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

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
