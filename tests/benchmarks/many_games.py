"""`make bench ARGS=many-games`: an evening of many games on the full screen, and what its process keeps of each.

Run as a module it is that process: it needs a terminal, answers every question at once, and writes one line of JSON
whenever a game begins.
"""

from __future__ import annotations

import gc
import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
import threading
import time
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from benchmarks.figures import heading, row
from narrator.evening.app.game_series import Runner, play_on
from narrator.evening.app.ports.terminal_ports import TERMINAL, furnished
from narrator.evening.app.prepared_game import PreparedGame, open_evening, planned
from narrator.evening.app.settings import Equipment
from narrator.evening.rehearsal.virtual_table import guess
from narrator.packs.wording import Wording
from narrator.rules.core.answers import NO, YES
from narrator.rules.core.effects import Ask
from narrator.rules.core.secrets import Secret
from narrator.table.games.engine import Founded
from narrator.table.inbox.entry import Order, Reply
from narrator.table.inbox.inbox import LiveInbox
from narrator.table.session.ports import Ports
from narrator.table.setup.setup_answers import SetupAnswers

GAMES = 50
BAR = 10.0
"""MB that an evening of so many games may grow by, once all that is loaded once is loaded."""
LOADED = 3
"""Games after which it is."""
PATIENCE = 60.0
"""Seconds after which a game that goes on has stopped: a limit, not a measurement."""
KEYS = 0.004
"""Seconds from one answer to the next: the game must have taken the one before."""
OURS = "narrator.", "textual."


@dataclass(frozen=True)
class Kept:
    """What the process keeps as a game begins: MB of memory, threads, and how many objects of each type."""

    megabytes: float
    threads: int
    objects: Counter[str]

    def more_than(self, before: Kept) -> dict[str, int]:
        """Return how many more objects there are of each type."""
        return dict((self.objects - before.objects).most_common())


def many_games(games: int) -> int:
    """Print what an evening keeps."""
    kept = evening(games)
    heading("bar")
    for game in (0, LOADED, games // 2, games - 1):
        row(f"memory as game {game + 1} begins, MB", f"{kept[game].megabytes:.1f}")
    growth = kept[-1].megabytes - kept[LOADED].megabytes
    row(f"growth from game {LOADED + 1} to game {games}, MB", f"{growth:.1f}", f"{BAR}")
    return 0


def evening(games: int, *words: str) -> list[Kept]:
    """Play so many games in a process on a terminal of its own, and return what it kept as each began.

    Raises:
        TimeoutError: a game does not end.
    """
    with TemporaryDirectory() as home, ExitStack() as leaving:
        report = Path(home, "kept")
        ours, theirs = pty.openpty()
        leaving.callback(os.close, ours)
        termios.tcsetwinsize(theirs, (30, 100))
        process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.many_games", str(games), str(report), *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={
                **os.environ,
                "NARRATOR_HOME": home,
                "TERM": "xterm-256color",
                "LC_ALL": "C.UTF-8",
                "PYTHONPATH": str(Path(__file__).parents[1]),
            },
            start_new_session=True,
        )
        os.close(theirs)
        leaving.callback(process.wait)
        leaving.callback(process.kill)
        shown, deadline = b"", time.monotonic() + games * PATIENCE
        while process.poll() is None:
            if time.monotonic() > deadline:
                raise TimeoutError(shown.decode(errors="replace"))
            if select.select([ours], [], [], 0.1)[0]:
                with suppress(OSError):  # it has ended
                    shown = (shown + os.read(ours, 1 << 16))[-4000:]
        if process.returncode:
            raise TimeoutError(shown.decode(errors="replace"))
        return [
            Kept(told["megabytes"], told["threads"], Counter(told["objects"]))
            for told in map(json.loads, report.read_text(encoding="utf-8").splitlines())
        ]


# --- in that process ------------------------------------------------------------------------------------------


class Hasty:
    """Answers whatever is asked at once, and asks for another game as long as there is to be one."""

    def __init__(self, ports: Ports, chance: Random, again: bool) -> None:
        assert isinstance(ports.inbox, LiveInbox)
        self._inbox = ports.inbox
        self._screen = ports.opener
        self._chance = chance
        self._again = again
        self._asked: Ask | None = None
        self.over = threading.Event()

    def ask(self, ask: Ask | None) -> None:
        """Take in a secret question, as the screen does."""
        self._screen.ask(ask)
        self._asked = ask

    def type(self) -> None:
        """Answer, until the game is over."""
        while not self.over.wait(KEYS):
            moment = self._inbox.moment
            ask = self._asked if moment.secret else moment.asked
            if ask is not None:
                answer = (YES if self._again else NO) if ask.question == "again" else guess(ask, self._chance)
                self._inbox.put(Reply(answer))
            elif moment.window is not None:
                self._inbox.put(Order.NEXT)


def kept() -> Kept:
    gc.collect()
    types = (f"{type(one).__module__}.{type(one).__qualname__}" for one in gc.get_objects())
    objects = Counter(one for one in types if one.startswith(OURS))
    (anonymous,) = re.findall(r"^Anonymous: +(\d+)", Path("/proc/self/smaps_rollup").read_text(encoding="ascii"), re.M)
    return Kept(int(anonymous) / 1024, threading.active_count(), objects)


def play(games: int, report: Path, *, plain: bool) -> None:
    """Play an evening here."""
    chance, begun = Random(1), 0

    def furnish(prepared: PreparedGame, game: Founded, wording: Wording, equipment: ExitStack) -> tuple[Ports, Runner]:
        nonlocal begun
        begun += 1
        with report.open("a", encoding="utf-8") as written:
            written.write(json.dumps(vars(kept())) + "\n")
        ports, runner = furnished(prepared, game, wording, equipment)
        ports.opener = hasty = Hasty(ports, chance, again=begun < games)
        equipment.callback(hasty.over.set)
        threading.Thread(target=hasty.type, daemon=True).start()
        return ports, runner

    prepared = open_evening("thiercelieux", "fr", Equipment(sound=False, ears=False, pace="instant", plain=plain))
    game = planned(prepared, SetupAnswers(players=8)).found(Secret(b"many games"))
    play_on(prepared, game, replace(TERMINAL, furnish=furnish))


if __name__ == "__main__":
    play(int(sys.argv[1]), Path(sys.argv[2]), plain="--plain" in sys.argv)
