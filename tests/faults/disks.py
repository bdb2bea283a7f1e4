"""A disk that fails, for processes of the tests: made where there is a C compiler, and loaded into them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def failing_disk(folder: Path) -> Path | None:
    """Return the library that makes a disk fail; None where there is no compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    library = folder / "failing_disk.so"
    command = [compiler, "-O1", "-shared", "-fPIC", "-o", str(library), str(HERE / "failing_disk.c"), "-ldl"]
    subprocess.run(command, check=True)
    return library


def suffered_disks(library: Path, folder: Path, step: int, *more: str) -> list[tuple[str, int, list[str]]]:
    """Play evenings with each fault at every call, or at every so manieth; return its name, the tries, what was bad."""
    done = subprocess.run(
        [sys.executable, str(HERE / "disk_player.py"), str(folder), str(step), *more],
        env={**os.environ, "LD_PRELOAD": str(library)},
        capture_output=True,
        text=True,
        check=True,
    )
    return [(name, tries, bad) for name, tries, bad in map(json.loads, done.stdout.splitlines())]
