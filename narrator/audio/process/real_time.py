"""A turn whenever there is something to do: of the system where it grants that, else of rtkit, which laptops have.

Who feeds a loudspeaker has 10 ms for each block. Waiting for a turn, beside a busy program, takes longer.
"""

from __future__ import annotations

import logging
import os
import resource
import shutil
import subprocess

_logger = logging.getLogger(__name__)

RTKIT = ("org.freedesktop.RealtimeKit1", "/org/freedesktop/RealtimeKit1", "org.freedesktop.RealtimeKit1")
"""Its name on the system's bus, its object and the interface of that."""

PRIORITY, NICE = 5, -11
"""What is asked of it: of 20 at most, and of -15."""

_LONGEST = 200_000  # microseconds without a pause for which rtkit lets a thread have the processor
_PATIENCE = 5.0


def hurry(before: int = 0) -> bool:
    """Ask the system for a turn whenever there is something to do, and return whether it grants it.

    All threads that this one starts afterwards have the same, since any of them may hold what the mixing one waits for.
    That one goes `before` them: else two of them keep it waiting, on two cores, for a turn.
    """
    try:
        first = os.sched_get_priority_min(os.SCHED_RR)
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(first + before))
    except OSError as error:
        _logger.info("no turn on request: %s", error)
        return False
    return True


def ask_rtkit() -> None:
    """Ask rtkit for the same for the main thread, and that the others wait less; where it is missing, for nothing.

    By `busctl`, which comes with systemd: a library for one call would cost each process of sound more than it does.
    """
    busctl, process = shutil.which("busctl"), os.getpid()
    if busctl is None:
        return
    resource.setrlimit(resource.RLIMIT_RTTIME, (_LONGEST, _LONGEST))  # else it refuses
    others = [thread for thread in map(int, os.listdir("/proc/self/task")) if thread != process]
    calls = [("MakeThreadHighPriorityWithPID", "tti", thread, NICE) for thread in others]
    for method, signature, thread, wanted in (*calls, ("MakeThreadRealtimeWithPID", "ttu", process, PRIORITY)):
        words = [busctl, "--system", "call", "--", *RTKIT, method, signature, str(process), str(thread), str(wanted)]
        try:
            subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=True)
        except (OSError, subprocess.SubprocessError) as error:
            _logger.info("no turn of rtkit: %s", error)
            return
    _logger.info("rtkit gives a turn on request")
