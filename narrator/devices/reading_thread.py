"""A thread that reads a device until it is told to stop."""

from __future__ import annotations

import threading
from collections.abc import Callable

LOOK = 0.25
"""Seconds between two looks for a device, and the longest that one read waits: stopping may take as long."""


def until_stopped(read: Callable[[threading.Event], object], name: str) -> Callable[[], None]:
    """Read in a thread of its own, which ends once the event is set; return what sets it and waits for that end."""
    stopped = threading.Event()
    thread = threading.Thread(target=read, args=(stopped,), name=name, daemon=True)
    thread.start()

    def stop() -> None:
        stopped.set()
        thread.join()

    return stop


def repeated(step: Callable[[], bool], name: str) -> Callable[[], None]:
    """Take steps in a thread of its own until the returned function is called; after a vain one comes a rest."""

    def steps(stopped: threading.Event) -> None:
        while not stopped.is_set():
            if not step():
                stopped.wait(LOOK)

    return until_stopped(steps, name)
