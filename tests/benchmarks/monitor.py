"""A microphone on a sound server's own output: after how many samples something is heard that was decided on."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from collections.abc import Callable
from types import TracebackType

import numpy as np

from narrator.sound.dsp.samples import BYTES, QUIET, RATE, frames

CALM = 0.4
"""Seconds of silence that come before a measurement, where no others are named."""

PATIENCE = 15.0
"""Seconds after which nothing will be heard any more."""


class NotHeardError(Exception):
    """There is no sound server to listen to, or nothing came; its text is one sentence."""


class Monitor:
    """A recorder on the monitor of the sink that the environment's `NARRATOR_SINK` names. Use it in a `with` statement.

    What it has recorded lags some milliseconds behind what the sink has played: times are too long by that, never too
    short, and the same for everything that is measured.

    Raises:
        NotHeardError: there is no such sink, or no recorder.
    """

    def __init__(self) -> None:
        sink = os.environ.get("NARRATOR_SINK", "")
        if not sink or shutil.which("parec") is None:
            raise NotHeardError("needs a sound server to record: a sink in NARRATOR_SINK, and parec")
        what = ["parec", "-d", f"{sink}.monitor", "--latency-msec=5", "--process-time-msec=2"]
        shape = ["--format=s16le", f"--rate={RATE}", "--channels=1"]
        self._process = subprocess.Popen([*what, *shape], stdout=subprocess.PIPE, bufsize=0)
        assert self._process.stdout is not None  # it is a pipe, as asked for
        self._stdout = self._process.stdout
        self._more = threading.Condition()
        self._frames = 0
        self._loud = 0
        """One more than the last frame that was heard."""
        self._awaited: int | None = None
        self._found: int | None = None
        self._thread = threading.Thread(target=self._listen, name="monitor", daemon=True)
        self._thread.start()

    def heard_after(self, act: Callable[[], object], silence: float = CALM) -> float:
        """Act after so many seconds of silence; return the seconds, in samples of the sink, until something is heard.

        Raises:
            NotHeardError: it does not get silent, or nothing is heard.
        """
        with self._more:
            calm = self._more.wait_for(lambda: self._frames - self._loud > frames(silence), PATIENCE)
            if not calm or self._frames == 0:
                raise NotHeardError("the sink is not silent, or cannot be recorded")
            self._awaited, self._found = self._frames, None
            decided = self._frames
        act()
        with self._more:
            if not self._more.wait_for(lambda: self._found is not None, PATIENCE) or self._found is None:
                raise NotHeardError("nothing was heard")
            return (self._found - decided) / RATE

    def __enter__(self) -> Monitor:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        self._thread.join()
        self._stdout.close()

    def _listen(self) -> None:
        left = b""
        while data := os.read(self._stdout.fileno(), 1 << 16):
            data = left + data
            whole = len(data) // BYTES * BYTES
            left = data[whole:]
            with self._more:
                self._take(np.frombuffer(data[:whole], dtype="<i2").astype(np.int32))
                self._more.notify_all()

    def _take(self, samples: np.ndarray[tuple[int], np.dtype[np.int32]]) -> None:
        loud = np.flatnonzero(np.abs(samples) > QUIET)
        if loud.size:
            if self._awaited is not None:
                self._found, self._awaited = self._frames + int(loud[0]), None
            self._loud = self._frames + int(loud[-1]) + 1
        self._frames += len(samples)
