"""Two tables in real processes, each on a terminal of its own, with a slow disk: when every public byte comes.

Both go on in the first night of one composition, at the wolves' call. At one of them a witch is there and answers; at
the other she lies in the centre, and nobody types in her window. The deal is prepared in a journal, which each process
resumes.
"""

from __future__ import annotations

import fcntl
import os
import re
import selectors
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

from shipped import shipped
from tables import table

from narrator.core.answers import SILENT
from narrator.core.effects import Ask, Scene
from narrator.core.play import Walk
from narrator.games.founding import written
from narrator.journal.journal import Journal
from narrator.rehearsal.virtual_table import offered

DISK = 800_000
"""Microseconds by which every flush to disk is late: ten times as long as a slow card takes."""

SLOW_DISK = (
    *("strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fsync,fdatasync"),
    *("-e", f"inject=fsync,fdatasync:delay_exit={DISK}"),
)

Deal = tuple[str, str]
THERE: Deal = "loup-garou voyante sorcière villageois*2", "villageois*2"
NOBODY: Deal = "loup-garou voyante villageois*3", "villageois sorcière"

WINDOWS = {"wolves": (2.0, 1.0), "witch": (6.0, 6.0, 6.0)}
"""Slots in seconds at normal pace."""

SLEEVE = "\r" * 1000
"""A sleeve that lies on Enter."""

FIRST = Scene(scene="wolves", closed=True)
WOLVES, WITCH = range(2)
BY_WOLVES = (WOLVES, 0.8, "5\r")
KEYED = {
    THERE: (
        BY_WOLVES,
        (WITCH, 4.6, "non\r"),
        (WITCH, 6.0, "\x13"),
        (WITCH, 7.5, SLEEVE),
        (WITCH, 8.8, "2\r"),
        (WITCH, 9.8, "aucun\r"),
        (WITCH, 12.4, SLEEVE),
    ),
    NOBODY: (BY_WOLVES,),
}
"""What is typed at each table: in which window, and how many seconds after it has opened."""

COVERS, UNCOVERS, ENDS = b"\x1b[?1049h", b"\x1b[?1049l", b"\r\n"
LANDMARK = re.compile(b"|".join(map(re.escape, (COVERS, UNCOVERS, ENDS))))
AFTERWARDS = 2
"""Lines after the last window: its last words, and the dawn call."""

LONGEST = 200.0
"""Seconds after which every night is over, or something is wrong."""

STAGGER = 0.2
"""Seconds between the beginnings of two nights."""

EYES = 0.005
"""Seconds: where medians are no further apart, it is this machine that decides."""


def prepared(home: Path, deal: Deal) -> None:
    """Keep a game in whose first night the wolves are called next."""
    usual = table(*deal, prologue=True, values={"elect": "never"})
    setup = replace(usual, windows={**usual.windows, **WINDOWS})
    pack = shipped(setup.game)
    header = {
        **written(setup),
        "engine": pack.rules.engine,
        "pack": setup.game,
        "pack_hash": pack.pack_hash,
        "language": "fr",
        "pace": "fast",
        "respellings": {},
    }
    with Journal.create(home / "games" / "20260101-200000.journal", header) as journal:
        walk, cues = Walk(setup), 1
        while (effect := walk.step()) != FIRST:
            cues += isinstance(effect, Scene)
            if isinstance(effect, Ask):
                answer = offered(effect) if effect.slot is None else SILENT
                journal.answer(effect.question, answer)
                walk.answer(answer)
        journal.cue(cues)


@dataclass
class Night:
    """One process. `landmarks` are (when, what) of what all see: a line, or the private screen that comes or goes."""

    deal: Deal
    process: subprocess.Popen[bytes]
    terminal: int
    landmarks: list[tuple[float, bytes]] = field(default_factory=list)
    windows: list[float] = field(default_factory=list)
    _unread: bytes = b""
    _covered: bool = False
    _lines: int = 0
    _typed: int = 0

    @classmethod
    def begin(cls, home: Path, deal: Deal) -> Night:
        prepared(home, deal)
        ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
        process = subprocess.Popen(
            [*SLOW_DISK, sys.executable, "-m", "narrator", "resume", "--plain", "--no-sound", "--no-ears"],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "NARRATOR_HOME": str(home), "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"},
            start_new_session=True,
        )
        os.close(theirs)
        return cls(deal, process, ours)

    @property
    def over(self) -> bool:
        return self._lines >= AFTERWARDS

    def read(self) -> None:
        """Take in what was written, now."""
        now = time.monotonic()
        self._unread += os.read(self.terminal, 65536)
        while found := LANDMARK.search(self._unread):
            text, mark, self._unread = self._unread[: found.start()], found.group(), self._unread[found.end() :]
            self._take(now, text, mark)

    def _take(self, now: float, text: bytes, mark: bytes) -> None:
        if mark == ENDS and self._covered:
            return
        if not self.landmarks and mark != ENDS:
            return  # a terminal is wiped before the first word
        self._covered = mark == COVERS
        self.landmarks.append((now, text if mark == ENDS else mark))
        if mark == COVERS:
            self.windows.append(now)
        self._lines += mark == ENDS and len(self.windows) == len(WINDOWS)

    def due(self) -> float | None:
        """Return when the next keys are typed, where that is known."""
        ahead = KEYED[self.deal][self._typed :]
        if not ahead or ahead[0][0] >= len(self.windows):
            return None
        return self.windows[ahead[0][0]] + ahead[0][1]

    def type(self) -> None:
        os.write(self.terminal, KEYED[self.deal][self._typed][2].encode())
        self._typed += 1

    def instants(self) -> list[tuple[float, bytes]]:
        """Return the landmarks of the windows and after them, in seconds since the first window opened."""
        return [(at - self.windows[0], what) for at, what in self.landmarks if at >= self.windows[0]]

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.terminal)


def nights(folder: Path, deals: Sequence[Deal]) -> list[Night]:
    """Play a night of each of these deals, all at the same time.

    Raises:
        TimeoutError: one of them did not come to its dawn.
    """
    with ExitStack() as ending, selectors.DefaultSelector() as selector:
        played: list[Night] = []
        began = time.monotonic()
        while not (len(played) == len(deals) and all(night.over for night in played)):
            now = time.monotonic()
            if now > began + LONGEST:
                raise TimeoutError(f"no dawn: {[night.landmarks[-1:] for night in played if not night.over]}")
            if len(played) < len(deals) and now >= began + len(played) * STAGGER:
                night = Night.begin(folder / str(len(played)), deals[len(played)])
                ending.callback(night.end)
                selector.register(night.terminal, selectors.EVENT_READ, night)
                played.append(night)
            dues = [due for night in played if (due := night.due()) is not None]
            for key, _ in selector.select(max(0.0, min([now + STAGGER, *dues]) - time.monotonic())):
                key.data.read()
            for night in played:
                while (due := night.due()) is not None and due <= time.monotonic():
                    night.type()
        return played


@dataclass(frozen=True)
class Comparison:
    """Medians of the public instants at two tables: how far apart they are, and how far two runs of one table are."""

    apart: float
    jitter: float
    where: str

    @property
    def heard(self) -> bool:
        """Return whether somebody with a clock could tell the two tables from each other."""
        return self.apart > max(self.jitter, EYES)

    def __str__(self) -> str:
        return f"{1000 * self.apart:.1f} ms apart at {self.where}; two runs of one table {1000 * self.jitter:.1f} ms"


def compare(folder: Path, rounds: int) -> Comparison:
    """Play so many nights with a witch, as many again, and as many without; compare them.

    Raises:
        TimeoutError: one of them did not come to its dawn.
        ValueError: not all have seen the same.
    """
    played = [night.instants() for night in nights(folder, [THERE, THERE, NOBODY] * rounds)]
    seen = {tuple(what for _, what in night) for night in played}
    if len(seen) > 1:
        raise ValueError(f"not all have seen the same: {seen}")
    once, again, without = ([median(times) for times in _columns(played[first::3])] for first in range(3))
    with_her = [median(times) for times in _columns([*played[0::3], *played[1::3]])]
    apart = [abs(here - there) for here, there in zip(with_her, without, strict=True)]
    jitter = max(abs(here - there) for here, there in zip(once, again, strict=True))
    place = apart.index(max(apart))
    return Comparison(apart[place], jitter, f"{place}: {played[0][place][1].decode(errors='replace')[:60]!r}")


def _columns(played: Sequence[list[tuple[float, bytes]]]) -> list[list[float]]:
    return [list(times) for times in zip(*([at for at, _ in night] for night in played), strict=True)]
