"""The processes that speak, seen from outside, and what a test does to them."""

from __future__ import annotations

import os
import select
from pathlib import Path


def of(parent: int | str) -> list[int]:
    """Return the ids of a process's children."""
    return [
        int(pid)
        for thread in Path(f"/proc/{parent}/task").iterdir()
        for pid in (thread / "children").read_text(encoding="ascii").split()
    ]


def running(module: str) -> list[int]:
    """Return the ids of this process's children that run a module."""
    return [pid for pid in of("self") if module in arguments(pid)]


def arguments(pid: int) -> list[str]:
    """Return what anybody on the machine may read of a process: its command line."""
    return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")


def ends(pid: int, seconds: float) -> bool:
    """Wait for any process to end; say whether it did in time."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)
