"""A box in an emulated machine that is on, and what is heard of it; the table of what was seen."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

from machine.emulator import SECONDS, Clock, Emulator, sound_into, this_root
from machine.heard import loud_seconds, second_of, silent_seconds
from machine.kernel import DRIVERS, PAD, SOUND, STICK, fetched, initrd
from machine.power_cuts import playing

PREPARING = Lock()
"""Several machines are begun at once, and share the folder of a kernel."""


@dataclass(frozen=True)
class Bench:
    """Where machines are emulated: `work` has what they are made of and what was heard, `source` their narrator."""

    work: Path
    source: Path


class Watched:
    """A box in a machine that is on, and how long anything was heard of it."""

    def __init__(self, box: Emulator, wav: Path) -> None:
        self.box = box
        self._wav = wav
        self._began = time.monotonic()

    def hears(self, words: str, what: str) -> str:
        """Listen until these words are said; return a row of the table."""
        return self._row(self.box.hears(words), what)

    def enters(self, keys: str, words: str, what: str) -> str:
        """Enter something again and again until these words are said: by night nobody outside sees when it is taken."""
        deadline = time.monotonic() + SECONDS
        while words not in (line := self.box.line(1.0) or ""):
            assert time.monotonic() < deadline, f"nothing came of {keys!r} after: {self.box.said[-5:]}"
            self.box.key(keys + "\n")
        return self._row(line, what)

    def has_heard(self, line: str, what: str) -> str:
        """See that the recording of a line of all games is in the WAV, or will be as soon as it is written."""
        deadline = time.monotonic() + SECONDS
        while (second := second_of(line, self._wav)) is None:
            assert time.monotonic() < deadline, f"{line} is not heard in {self._wav}"
            self.box.line(1.0)
        return f"| {what} at {second:.1f} s of the WAV | | | |"

    def _row(self, line: str, what: str) -> str:
        after, here = line.split()[0], time.monotonic() - self._began
        return f"| {what} | {after} s | {here:.0f} s | {loud_seconds(self._wav):.1f} s |"

    def is_heard_longer_than(self, seconds: float) -> float:
        """See that more is heard by now, of what is written a little later than it is said; return how much."""
        deadline = time.monotonic() + SECONDS
        while (heard := loud_seconds(self._wav)) <= seconds:
            assert time.monotonic() < deadline, f"it is heard for {heard:.1f} s, and not for more than {seconds:.1f}"
            self.box.line(1.0)
        return heard

    def falls_silent(self, seconds: float) -> float:
        """See that it has spoken, and has been silent for so long; return how much was heard."""
        deadline = time.monotonic() + SECONDS
        while silent_seconds(self._wav) < seconds:
            assert time.monotonic() < deadline, f"it is never silent for {seconds:.1f} s"
            self.box.line(1.0)
        return loud_seconds(self._wav)


@contextmanager
def switched_on(bench: Bench, name: str, devices: Sequence[str], **more: str) -> Iterator[Watched]:
    """Switch a box on; `more` is what its script is told besides.

    Raises:
        MissingError: something that an emulated machine is made of cannot be had here.
    """
    with PREPARING:
        kernel = fetched(bench.work)
        first = initrd(kernel, (*DRIVERS, *PAD, *SOUND, *STICK), bench.work / f"{name}.cpio")
    wav = bench.work / f"{name}.wav"
    wav.unlink(missing_ok=True)
    line = playing("box", bench.source, **more)
    with Emulator(kernel.image, first, line, [*this_root(), *sound_into(wav), *devices], clock=Clock.COUNTED) as box:
        try:
            yield Watched(box, wav)
        finally:
            wav.with_suffix(".log").write_text("\n".join((*box.said, "")))
        assert not any("Traceback" in line for line in box.said), f"{wav.with_suffix('.log')} tells of a fault"
        box.off()
