"""Signals that end a program: the game is put away as by Ctrl-C, and only then the program ends by the signal."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType

ENDING = (signal.SIGTERM, signal.SIGHUP)


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise KeyboardInterrupt in what is done here, once; what it has opened is put away then.

    Afterwards the program ends by the signal: whoever sent it is told so (status 143 or 129 in a shell). A signal that
    is ignored, as under `nohup`, stays so; elsewhere than in the main thread nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    told: list[int] = []

    def put_away(number: int, _frame: FrameType | None) -> None:
        told.append(number)
        if len(told) == 1:
            raise KeyboardInterrupt

    before = {number: signal.getsignal(number) for number in ENDING}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, put_away)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)
        if told:
            with suppress(OSError):  # the terminal may be gone
                sys.stdout.flush()
            signal.signal(told[0], signal.SIG_DFL)
            os.kill(os.getpid(), told[0])
