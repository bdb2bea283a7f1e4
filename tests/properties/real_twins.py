"""Two tables in real processes, each with a terminal and a pad, on a slow disk: when every public byte comes.

Both go on in the first night of one composition, at the wolves' call. At one of them a witch is there and is asked; at
the other she lies in the centre, and nobody is. The deal is prepared in a journal, which each process resumes.
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

from pads import keyed
from shipped import shipped
from tables import table

from narrator.devices.input_events import FORM
from narrator.evening.rehearsal.virtual_table import offered
from narrator.rules.core.answers import SILENT
from narrator.rules.core.effects import Ask, Scene
from narrator.rules.core.play import Walk
from narrator.table.games.founding import written
from narrator.table.journal.journal import Journal

DISK = 800_000
"""Microseconds by which every flush to disk is late: ten times as long as a slow card takes."""

SLOW_DISK = (
    *("strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=fsync,fdatasync"),
    *("-e", f"inject=fsync,fdatasync:delay_exit={DISK}"),
)

Deal = tuple[str, str]
THERE: Deal = "loup-garou voyante sorcière villageois*2", "villageois*2"
NOBODY: Deal = "loup-garou voyante villageois*3", "villageois sorcière"

WINDOWS = {"wolves": (3.0, 1.0), "witch": (12.0, 6.0)}
"""Slots in seconds at normal pace."""

SLEEVE = "\r" * 1000
"""A sleeve that lies on Enter."""


class Pad(str):
    """Keys of the numeric pad; other keys are typed on the terminal."""


Keys = tuple[int, float, str]
"""Behind which anchor, how many seconds behind it, and what is typed."""


COVERS, UNCOVERS, ENDS = b"\x1b[?1049h", b"\x1b[?1049l", b"\r\n"
DAWNS = re.compile(rb"Ouvrez")  # a line of a box may end behind it
LANDMARK = re.compile(b"|".join(map(re.escape, (COVERS, UNCOVERS, ENDS))))


@dataclass(frozen=True)
class Script:
    """What is typed at tables of one kind, where a witch is there and where she is not.

    `command` starts one that goes on, `opens` is what is seen as a window opens, `lines` come after the dawn call.
    """

    command: tuple[str, ...]
    opens: re.Pattern[bytes]
    there: tuple[Keys, ...]
    nobody: tuple[Keys, ...]
    lines: int = 0
    near: float = 0.1
    """Seconds: where medians are no further apart, it is this machine that decides."""


FIRST = Scene(scene="wolves", closed=True)
START, WOLVES, WITCH, DAWN = range(4)
"""Anchors: the first line, each window as it opens, the call of the dawn."""
BY_WOLVES = (WOLVES, 0.8, "5\r")
COVERED = re.compile(re.escape(COVERS))
PLAIN = ("resume", "--plain", "--no-sound", "--no-ears")

ANSWERED = Script(
    PLAIN,
    COVERED,
    there=(
        BY_WOLVES,
        (WITCH, 4.6, "non\r"),
        (WITCH, 6.0, "\x13"),
        (WITCH, 7.5, SLEEVE),
        (WITCH, 8.8, "2\r"),
        (WITCH, 9.8, "aucun\r"),
        (WITCH, 12.4, SLEEVE),
    ),
    nobody=(BY_WOLVES,),
    near=0.005,
)
"""A witch answers, and where there is none, nobody types."""

_PAUSED: tuple[Keys, ...] = (
    BY_WOLVES,
    (WITCH, 1.0, "pause\r"),
    (WITCH, 2.0, "ok\r"),
    (WITCH, 3.0, "pause\r"),
    (WITCH, 4.0, "c'est bon\r"),
    (WITCH, 5.0, "part 3\r"),
    (WITCH, 5.5, "4"),
    (WITCH, 6.0, "\x7fpause\r"),
    (WITCH, 7.0, "fini\r"),
    (WITCH, 8.0, "2\r"),
    (WITCH, 12.0, "part 3\r"),
    (WITCH, 12.5, "situation\r"),
    (WITCH, 13.0, "pause\r"),
    (WITCH, 13.5, "xyzzy\r"),
    (WITCH, 14.0, "3"),
    (WITCH, 14.5, "\r"),
    (WITCH, 15.0, "suite\r"),
    (WITCH, 15.5, "1"),
    (DAWN, 4.0, "\r"),
)
PAUSED = Script(PLAIN, COVERED, there=_PAUSED, nobody=_PAUSED, lines=2)
"""Words that end a pause, half a line before it and in it, a departure in two slots, half a line at dawn."""

_KEYED: tuple[Keys, ...] = (
    (START, 19.0, Pad("1\n")),
    (WITCH, 11.0, Pad("4")),
    (WITCH, 12.0, "pause\n"),
    (WITCH, 19.0, Pad("\n")),
    (WITCH, 24.0, Pad("2\n")),
    (WITCH, 26.0, "pause\n"),
    (WITCH, 32.0, Pad("3")),
    (WITCH, 33.0, Pad("\n")),
    (WITCH, 34.0, Pad("\n")),
    (WITCH, 40.0, Pad("5")),
    (DAWN, 40.0, Pad("\n")),
)
BOX = ("box", "--lang", "fr", "--pace", "fast", "--no-sound", "--no-ears", "--light", "GPIO27")
KEYED = Script(BOX, re.compile(rb"ouvre(nt)? les yeux"), there=_KEYED, nobody=_KEYED, lines=7)
"""At a box: pauses that a pad's Enter ends, digits keyed before them, in them, and at the end of the night."""

LONGEST = 240.0
"""Seconds after which every night is over, or something is wrong."""

STAGGER = 0.2
"""Seconds between the beginnings of two nights."""


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

    process: subprocess.Popen[bytes]
    terminal: int
    pad: int
    script: Script
    keys: tuple[Keys, ...]
    landmarks: list[tuple[float, bytes]] = field(default_factory=list)
    anchors: list[float] = field(default_factory=list)
    _unread: bytes = b""
    _covered: bool = False
    _lines: int = 0
    _typed: int = 0

    @classmethod
    def begin(cls, home: Path, deal: Deal, script: Script) -> Night:
        prepared(home, deal)
        os.mkfifo(pad := home / "pad")
        keypad = ("--keypad", str(pad)) if script.command is BOX else ()
        ours, theirs = os.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 200, 0, 0))
        process = subprocess.Popen(
            [*SLOW_DISK, sys.executable, "-m", "narrator", *script.command, *keypad],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={
                **os.environ,
                "NARRATOR_HOME": str(home),
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
                "GPIOZERO_PIN_FACTORY": "mock",
            },
            start_new_session=True,
        )
        os.close(theirs)
        keys = script.there if deal is THERE else script.nobody
        return cls(process, ours, os.open(pad, os.O_RDWR), script, keys)

    @property
    def over(self) -> bool:
        return len(self.anchors) > DAWN and self._lines >= self.script.lines

    def read(self) -> None:
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
        seen = text if mark == ENDS else mark
        self.landmarks.append((now, seen))
        due = DAWNS if len(self.anchors) == DAWN else self.script.opens
        if not self.anchors or due.search(seen):
            self.anchors.append(now)
        elif len(self.anchors) > DAWN and text.strip():
            self._lines += 1

    def due(self) -> float | None:
        """Return when the next keys are typed, where that is known."""
        ahead = self.keys[self._typed :]
        if not ahead or ahead[0][0] >= len(self.anchors):
            return None
        return self.anchors[ahead[0][0]] + ahead[0][1]

    def type(self) -> None:
        keys = self.keys[self._typed][2]
        self._typed += 1
        if isinstance(keys, Pad):
            os.write(self.pad, b"".join(FORM.pack(0, 0, *event) for event in keyed(keys)))
        else:
            os.write(self.terminal, keys.encode())

    def instants(self) -> list[tuple[float, bytes]]:
        """Return the landmarks of the windows and after them, in seconds since the first window opened."""
        first = self.anchors[WOLVES]
        return [(at - first, what) for at, what in self.landmarks if at >= first]

    def end(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.terminal)
        os.close(self.pad)


def nights(folder: Path, script: Script, deals: Sequence[Deal]) -> list[Night]:
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
                night = Night.begin(folder / str(len(played)), deals[len(played)], script)
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
    near: float
    where: str

    @property
    def heard(self) -> bool:
        """Return whether somebody with a clock could tell the two tables from each other."""
        return self.apart > max(self.jitter, self.near)

    def __str__(self) -> str:
        return f"{1000 * self.apart:.1f} ms apart at {self.where}; two runs of one table {1000 * self.jitter:.1f} ms"


def compare(folder: Path, script: Script, rounds: int) -> Comparison:
    """Play so many nights with a witch, as many again, and as many without; compare them.

    Raises:
        TimeoutError: one of them did not come to its dawn.
        ValueError: not all have seen the same.
    """
    played = [night.instants() for night in nights(folder, script, [THERE, THERE, NOBODY] * rounds)]
    seen = {tuple(what for _, what in night) for night in played}
    if len(seen) > 1:
        raise ValueError(f"not all have seen the same: {seen}")
    once, again, without = ([median(times) for times in _columns(played[first::3])] for first in range(3))
    with_her = [median(times) for times in _columns([*played[0::3], *played[1::3]])]
    apart = [abs(here - there) for here, there in zip(with_her, without, strict=True)]
    jitter = max(abs(here - there) for here, there in zip(once, again, strict=True))
    place = apart.index(max(apart))
    return Comparison(
        apart[place], jitter, script.near, f"{place}: {played[0][place][1].decode(errors='replace')[:60]!r}"
    )


def _columns(played: Sequence[list[tuple[float, bytes]]]) -> list[list[float]]:
    return [list(times) for times in zip(*([at for at, _ in night] for night in played), strict=True)]
