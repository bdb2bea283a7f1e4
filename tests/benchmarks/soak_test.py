"""Hours of sound through the process that listens: what it took for an answer, and what it needed, hour by hour."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import IO

from benchmarks.ear_measuring import question
from narrator.base.processes.child import spawned
from narrator.base.processes.wire import MessageDecoder, encoded
from narrator.ear.messages import (
    REPLIES,
    Audio,
    CheckWords,
    EarOrder,
    KnownWords,
    ListenerOrder,
    ListenerReply,
    Load,
    Recognised,
    RecogniserError,
    damaged,
)
from narrator.ear.vad import Pcm
from narrator.sound.dsp.samples import HEARING_RATE

_BLOCK = HEARING_RATE // 50  # what the microphone sends at once
_LAST = "[last]"


@dataclass(frozen=True, slots=True)
class Watch:
    """Some sound, for which question it is listened to, and its name."""

    name: str
    phrases: Sequence[str]
    sound: Pcm


@dataclass(frozen=True, slots=True)
class Use:
    """What a process needed: seconds of a core since it began, and memory in MB, now and at most."""

    seconds: float
    megabytes: float
    most: float


@dataclass(slots=True)
class SoakTest:
    """What came of it. `uses` are from before the first watch, and after each."""

    heard: list[tuple[str, Recognised]] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)


def soak_test(folder: Path, watches: Iterable[Watch], after: Callable[[int], object] = lambda _count: None) -> SoakTest:
    """Let the process listen as fast as it can; `after` is told how many watches are over.

    Raises:
        RecogniserError: the process ended.
    """
    result = SoakTest()
    process = spawned("narrator.ear.worker")
    assert process.stdin is not None  # they are pipes, as asked for
    assert process.stdout is not None
    orders = chain([Load(str(folder))], _orders(watches))
    threading.Thread(target=_write, args=(process.stdin, orders), daemon=True).start()
    decoder = MessageDecoder[ListenerReply](REPLIES)
    try:
        while data := os.read(process.stdout.fileno(), 1 << 16):
            for reply in decoder.feed(data):
                match reply:
                    case Recognised(context=name):
                        result.heard.append((name, reply))
                    case KnownWords(words) if _LAST in words:
                        return result
                    case KnownWords():
                        result.uses.append(used(process.pid))
                        after(len(result.uses) - 1)
                    case _:
                        pass
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
    raise RecogniserError("model", damaged(folder))


def _orders(watches: Iterable[Watch]) -> Iterator[EarOrder]:
    at = 0
    yield CheckWords(("",))
    for watch in watches:
        yield question(watch.phrases, watch.name)
        for start in range(0, len(watch.sound), _BLOCK):
            yield Audio(at + start, watch.sound[start : start + _BLOCK].astype("<i2").tobytes())
        at += len(watch.sound)
        yield CheckWords(("",))
    yield CheckWords((_LAST,))


def _write(pipe: IO[bytes], orders: Iterable[ListenerOrder]) -> None:
    with pipe:
        for order in orders:
            unwritten = memoryview(encoded(order))
            while unwritten:
                unwritten = unwritten[pipe.write(unwritten) :]
        threading.Event().wait()  # the process ends when this is closed


def used(pid: int) -> Use:
    """Return what a process of this machine has needed so far."""
    times = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    sizes = {line.split(":")[0]: int(line.split()[1]) / 1024 for line in lines if line.startswith(("VmHWM", "VmRSS"))}
    ticks = os.sysconf("SC_CLK_TCK")
    return Use((int(times[11]) + int(times[12])) / ticks, sizes["VmRSS"], sizes["VmHWM"])
