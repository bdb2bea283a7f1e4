"""A box on the table, seen from outside: its process, what it says (its captions), and a numeric pad to answer with.

The pad is a named pipe of input events. No key may be sent before its question stands, and no question of a night is
seen from outside; so a key is sent once nothing more is written, and again where nothing came of it.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Thread

from narrator.devices.input_events import CAPS, DOWN, ENTER, EV_KEY, EV_SYN, FORM, UP
from narrator.table.journal.journal import Journal, JournalError

SECONDS = 120.0
"""How long anything may take."""

CALM = 0.4
"""Seconds without a word or a row after which a question stands, where words take no time."""

NARRATOR = ("-m", "narrator")

KEYS = {cap: code for code, cap in reversed(CAPS.items())}
"""The code of a key that means this."""


class Box:
    """One box, from power-on to its end."""

    def __init__(
        self,
        home: Path,
        pad: Path,
        *words: str,
        calm: float = CALM,
        stdin: int = subprocess.DEVNULL,
        narrator: Sequence[str] = NARRATOR,
    ) -> None:
        """`calm` is longer than most lines that are spoken; `stdin` is what a service has, or a descriptor.

        `narrator` is what Python runs.
        """
        self.home = home
        self._quiet = calm
        self.said: list[str] = []
        self._pad = os.open(pad, os.O_RDWR)
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self.process = subprocess.Popen(
            [sys.executable, *narrator, "box", "--keypad", str(pad), *words],
            stdin=stdin,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "NARRATOR_HOME": str(home), "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"},
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    def hears(self, words: str) -> None:
        while words not in self._next():
            pass

    def key(self, keys: str) -> None:
        for cap in (*keys, ENTER):
            for value in (DOWN, UP):
                os.write(self._pad, FORM.pack(0, 0, EV_KEY, KEYS[cap], value) + FORM.pack(0, 0, EV_SYN, 0, 0))

    def answer(self, words: str, keys: str) -> None:
        """Answer a question of the set-up, once it is being said."""
        self.hears(words)
        self.key(keys)

    def set_up(self) -> None:
        """Set up a game of Mafia for eight, with a leader and real cards."""
        self.answer("Combien êtes-vous", "8")
        self.answer("À quel jeu", "7")  # somebody leads
        self.answer("À quel jeu", "5")  # Mafia

    def finish(self, words: str, keys: str) -> None:
        """Answer the last question of a game, whose journal is closed then."""
        self.hears(words)
        self._calm()
        self.key(keys)

    def play(self, *answers: str) -> None:
        """Answer the questions of a game, each until it is on disk."""
        for keys in answers:
            deadline = time.monotonic() + SECONDS
            self._calm()
            before = self._answers()
            self.key(keys)
            asked = time.monotonic()
            while self._answers() <= before:
                assert time.monotonic() < deadline, f"nothing came of {keys!r} after: {self.said[-3:]}"
                if time.monotonic() > asked + 4 * self._quiet:
                    self.key(keys)
                    asked = time.monotonic()
                self._drain(self._quiet / 10)

    def confirm(self) -> None:
        """Confirm as its leader that a call may end, where anything has a length; until something more is said."""
        if self._quiet == CALM:
            return
        self._calm()
        said = len(self.said)
        while len(self.said) == said:
            self.key("")
            self._drain(self._quiet)

    def stops(self) -> int:
        """Stop it as a service is stopped; return its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.ends()

    def ends(self) -> int:
        status = self.process.wait(SECONDS)
        while self._lines.get(timeout=SECONDS) is not None:
            pass
        return status

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._listener.join(SECONDS)
        if self.process.stdout is not None:
            self.process.stdout.close()
        os.close(self._pad)

    def _listen(self) -> None:
        assert self.process.stdout is not None  # it is a pipe, as asked for
        for line in self.process.stdout:
            self.said.append(line.rstrip("\n"))
            self._lines.put(self.said[-1])
        self._lines.put(None)

    def _next(self) -> str:
        line = self._lines.get(timeout=SECONDS)
        assert line is not None, f"it has ended after: {self.said[-5:]}"
        return line

    def _calm(self) -> None:
        stored = -1
        while self._drain(self._quiet) or self._stored() != stored:
            stored = self._stored()

    def _drain(self, seconds: float) -> bool:
        """Take in what is said, waiting so long for it; return whether anything was."""
        try:
            assert self._lines.get(timeout=seconds) is not None, f"it has ended after: {self.said[-5:]}"
        except Empty:
            return False
        return True

    def _stored(self) -> int:
        """Return how much is on disk of all games, in bytes: every row makes it more."""
        return sum(file.stat().st_size for file in self.home.glob("games/*.journal*") if file.suffix != ".journal-shm")

    def _answers(self) -> int:
        """Return how many answers are on disk, of all games; what is being written at this moment does not count."""
        with TemporaryDirectory() as folder:
            copies = [shutil.copy(file, folder) for file in sorted(self.home.glob("games/*.journal*"))]
            return sum(self._answers_in(Path(copy)) for copy in copies if copy.endswith(".journal"))

    @staticmethod
    def _answers_in(copy: Path) -> int:
        try:
            with Journal.reopen(copy) as journal:
                return len(journal.record().answers)
        except JournalError:
            return 0


class Table:
    """A table with a box, which is switched on as often as one likes. `words` go to its command line."""

    def __init__(
        self, folder: Path, words: Sequence[str], calm: float = CALM, narrator: Sequence[str] = NARRATOR
    ) -> None:
        self.home = folder / "home"
        self._narrator = narrator
        self._calm = calm
        self.pad = folder / "pad"
        self._words = words
        if not self.pad.exists():
            os.mkfifo(self.pad)

    def aloud(self, *words: str, calm: float) -> Table:
        """Return the same table with another command line, whose lines take their time."""
        return Table(self.home.parent, words, calm)

    @contextmanager
    def on(self, stdin: int = subprocess.DEVNULL) -> Iterator[Box]:
        box = Box(self.home, self.pad, *self._words, calm=self._calm, stdin=stdin, narrator=self._narrator)
        try:
            yield box
        finally:
            box.close()
