"""SIGINT, SIGTERM and SIGHUP: the game is put away, once, and only then does the program end (by the latter two)."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import isfunction
from types import FrameType
from typing import TextIO, cast

from narrator.devices.terminal_output import LateStream
from narrator.screens.clean_text import CleanStream, PrintedText, raw

INTERRUPTED = 130
"""The status that a shell gives what Ctrl-C has ended."""

ENDING = (signal.SIGTERM, signal.SIGHUP)

AGAIN = 0.01
"""Seconds until an interruption that was swallowed or put off is raised again: what hindered it is over then."""

_LOCKING = {
    method.__code__ for name, method in vars(threading.Condition).items() if isfunction(method) and name != "wait"
}
"""Where nothing is raised: a lock would stay locked for ever, and closing what is open would wait for it."""


@contextmanager
def ending_in_order() -> Iterator[None]:
    """Let these signals raise KeyboardInterrupt in what is done here, once; what it has opened is put away then.

    Nothing here waits for whoever takes what is printed, lest a terminal that stands still hinder the end.
    Afterwards the program ends by SIGTERM or SIGHUP: whoever sent it is told so (status 143 or 129 in a shell). Where
    nothing took the KeyboardInterrupt, it ends as a program that was interrupted.
    """
    told: list[int] = []
    try:
        with interrupted_by(signal.SIGINT, *ENDING) as told, printed_late(lambda: bool(told)):
            try:
                yield
            except KeyboardInterrupt:
                print(file=sys.stderr)  # what a shell asks next stands on a line of its own
                raise SystemExit(INTERRUPTED) from None
    finally:
        if last := [number for number in told if number in ENDING]:
            signal.signal(last[0], signal.SIG_DFL)
            os.kill(os.getpid(), last[0])


@contextmanager
def printed_late(hurried: Callable[[], bool] = lambda: True) -> Iterator[None]:
    """Let nobody in here wait until standard output and error take what is printed.

    At the end both are given a moment; a pipe gets all, however long that takes, where nobody is `hurried`.
    """
    before = sys.stdout, sys.stderr
    late = [LateStream(raw(stream)) for stream in before]
    output, errors = (cast(TextIO, stream) for stream in late)
    sys.stdout, sys.stderr = cast(TextIO, PrintedText(output)), cast(TextIO, CleanStream(errors))
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before
        for stream in late:
            stream.close(hurried=hurried())


@contextmanager
def interrupted_by(*numbers: signal.Signals) -> Iterator[list[int]]:
    """Let these signals raise KeyboardInterrupt in what is done here, once; gives the list of those that have come.

    A signal that is ignored, as under `nohup`, stays so; elsewhere than in the main thread nothing changes.
    """
    told: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield told
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        told.append(number)
        if len(told) == 1:
            _raise_in(frame)

    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, interrupt)
    try:
        with _raised_again():
            yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)


@contextmanager
def _raised_again() -> Iterator[None]:
    """Raise KeyboardInterrupt again where Python has swallowed it.

    A signal may strike while Python runs a finaliser, such as that of a generator which nobody needs any more. What
    its handler raises there is reported as unraisable and lost, and the program would go on as if nobody had asked.
    """

    def lost(unraisable: sys.UnraisableHookArgs) -> None:
        if isinstance(unraisable.exc_value, KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, AGAIN)
        else:
            hook(unraisable)

    def again(_number: int, frame: FrameType | None) -> None:
        _raise_in(frame)

    hook, alarm = sys.unraisablehook, signal.signal(signal.SIGALRM, again)
    sys.unraisablehook = lost
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, alarm)
        sys.unraisablehook = hook


def _raise_in(frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt in what is done now, or in a moment where it is taking a lock or giving it back."""
    if frame is not None and frame.f_code in _LOCKING:
        signal.setitimer(signal.ITIMER_REAL, AGAIN)
    else:
        raise KeyboardInterrupt
