"""The processes that speak, seen from outside, and what a test does to them."""

from __future__ import annotations

import os
import select
from pathlib import Path


def running(module: str) -> list[int]:
    """Return the ids of this process's children that run a module."""
    children = [
        int(pid)
        for thread in Path("/proc/self/task").iterdir()
        for pid in (thread / "children").read_text(encoding="ascii").split()
    ]
    return [pid for pid in children if module in arguments(pid)]


def arguments(pid: int) -> list[str]:
    """Return what anybody on the machine may read of a process: its command line."""
    return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8").split("\0")


def ends(pid: int, seconds: float) -> bool:
    """Wait for any process to end; say whether it did in time."""
    handle = os.pidfd_open(pid)
    try:
        return bool(select.select([handle], [], [], seconds)[0])
    finally:
        os.close(handle)
