"""`make bench ARGS=waiting`: what a game costs while it waits for an answer, each of its processes.

A real game is played at a terminal of its own, up to its first question, and nobody answers. Time of the processor is
the kernel's own count for each thread; it is more on a busy machine, whose caches others fill. Instructions are that
time, at the rate at which the process of sound starts on this machine, where valgrind counts them (`start`).
"""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from children import arguments, of

from benchmarks.start import AUDIO, cost

CALM, SECONDS = 8.0, 20.0
"""How long the question has been open, and how long it is measured: no reminder comes as soon."""

_QUESTION = b"\x1b[1m"
"""What is bold on a plain terminal is a question; it is shown once it was spoken."""

ZERO_2_W = 600e6
"""Instructions a second of one core of a Raspberry Pi Zero 2 W, estimated: a thousand million cycles, 0.6 in each."""

WAYS = {"with sound and ears": (), "without ears": ("--no-ears",), "without sound": ("--no-sound",)}


Spent: TypeAlias = dict[tuple[int, str], tuple[int, int]]


def waiting() -> int:
    """Print a table for each way to play."""
    started = cost(AUDIO)
    rate = None if started.instructions is None else started.instructions / started.seconds
    for way, options in WAYS.items():
        _way(way, options, rate)
    return 0


def _way(way: str, options: tuple[str, ...], rate: float | None) -> None:
    print(
        f"{way:28} {'% of a core':>12} {'wakes/s':>8} {'million instructions/s':>23} {'% of a Zero 2 W':>16} {'MB':>5}"
    )
    with _game(options) as game:
        before, begun = _spent(game), time.monotonic()
        time.sleep(SECONDS)
        after, passed = _spent(game), time.monotonic() - begun
        rows = [
            (_name(pid), _more(before, after, pid, 0) / passed / 1e9, _more(before, after, pid, 1) / passed, _pss(pid))
            for pid in _family(game)
            if arguments(pid)[0]  # else it has ended, and nobody has asked yet how
        ]
    for name, share, wakes, memory in (*rows, ("all", *(sum(column) for column in [*zip(*rows, strict=True)][1:]))):
        counted = "-" if rate is None else f"{share * rate / 1e6:.0f}"
        zero = "-" if rate is None else f"{100 * share * rate / ZERO_2_W:.1f}"
        print(f"{name:28} {100 * share:12.1f} {wakes:8.0f} {counted:>23} {zero:>16} {memory:5.0f}", flush=True)
    print()


@contextmanager
def _game(options: tuple[str, ...]) -> Iterator[int]:
    """Play, and give the game's process once its first question is open."""
    with TemporaryDirectory(prefix="narrator-") as home:
        words = [sys.executable, "-m", "narrator", "play", "thiercelieux", "--players", "8", "--plain", *options]
        environment = {**os.environ, "NARRATOR_HOME": home, "TERM": "xterm"}
        master, slave = pty.openpty()
        game = subprocess.Popen(words, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True)
        try:
            written = b""
            while _QUESTION not in written:
                written += os.read(master, 1 << 16)
            while select.select([master], [], [], CALM)[0]:
                os.read(master, 1 << 16)
            yield game.pid
        finally:
            game.terminate()
            game.wait()
            os.close(master)
            os.close(slave)


def _name(pid: int) -> str:
    words = arguments(pid)
    return words[words.index("-m") + 1]


def _family(pid: int) -> list[int]:
    return [pid, *(one for child in of(pid) for one in _family(child))]


def _spent(game: int) -> Spent:
    """Return, for each thread of its processes, the nanoseconds of a processor, and how often it was woken."""
    threads = ((pid, thread) for pid in _family(game) for thread in Path(f"/proc/{pid}/task").iterdir())
    return {(pid, thread.name): (_nanoseconds(thread), _wakes(thread)) for pid, thread in threads}


def _more(before: Spent, after: Spent, pid: int, which: int) -> int:
    """Return what the threads of a process have spent since then, those that were there then and now."""
    return sum(after[thread][which] - before[thread][which] for thread in before.keys() & after if thread[0] == pid)


def _nanoseconds(thread: Path) -> int:
    return int((thread / "schedstat").read_text().split()[0])


def _wakes(thread: Path) -> int:
    return int((thread / "status").read_text().split("\nvoluntary_ctxt_switches:")[1].split()[0])


def _pss(pid: int) -> float:
    """Return the memory of a process in MB, what it shares with others counted as its part."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(rollup.split("Pss:")[1].split()[0]) / 1024
