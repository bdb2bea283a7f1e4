"""The answers of one game: stored on disk first, then handed to the game (law 2).

In secret a row that the disk does not take is kept until the next public moment, for when it fails must not be heard;
the public scheduler then waits until all is stored. Nothing that depends on it is heard before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from narrator.core.answers import Answer, Leave
from narrator.core.effects import Ask
from narrator.core.play import Setup
from narrator.journal.journal import Journal, Record
from narrator.journal.journal_file import StorageError
from narrator.session.replay import Cursor, Replayed, replay


class AnswerStore:
    """Stores answers, and hands them to the game.

    `setup` is that of the game. `given` are all of them, as (question id, answer), as `Record.answers` has them. `kept`
    is what was entered in the slot that is open. `held` are departures of whom nobody was asked anything yet: the next
    question takes them in.
    """

    def __init__(self, setup: Setup, journal: Journal, record: Record) -> None:
        self.given = list(record.answers)
        self.kept: Answer | None = record.entry
        self.held: deque[Leave] = deque()
        self._setup = setup
        self._journal = journal
        self._unsaved: deque[Callable[[], None]] = deque()

    def replayed(self, answers: int | None = None) -> Replayed:
        """Return the game played again, with so many of the answers or with all."""
        return replay(self._setup, self.given[:answers])

    def record(self, question: str | None, answer: Answer) -> None:
        self.given.append((question, answer))
        self._write(partial(self._journal.answer, question, answer))

    def hand_over(self, answer: Answer, cursor: Cursor) -> None:
        """Let the game hear an answer that was recorded."""
        if not isinstance(answer, Leave):
            self.kept = None
        cursor.answer(answer)

    def store(self, ask: Ask, answer: Answer, cursor: Cursor) -> None:
        """Put the answer to the pending question on disk, then let the game hear it."""
        self.record(ask.question, answer)
        self.hand_over(answer, cursor)

    def leave(self, leave: Leave) -> None:
        if leave not in self.held:
            self.record(None, leave)
            self.held.append(leave)

    def keep(self, question: str) -> bool:
        """Store what is kept for a slot that is still open, or that nothing is; return whether it is on disk."""
        try:
            self.flush()
            if self.kept is None:
                self._journal.clear(question)
            else:
                self._journal.entry(question, self.kept)
        except StorageError:
            return False  # it is provisional, and its answer is still to come
        return True

    def cue(self, number: int) -> None:
        self._write(partial(self._journal.cue, number))

    def outcome(self, outcome: str) -> None:
        self._write(partial(self._journal.outcome, outcome))

    def go_back(self, answers: int, cue: int) -> None:
        """Take back all but the first so many answers; `cue` is the scene in which the game stands then."""
        self._write(partial(self._journal.undo, answers, cue))
        del self.given[answers:]
        self.kept = None
        self.held.clear()

    def flush(self) -> None:
        """Store what the disk has not taken yet, in its order.

        Raises:
            StorageError: it still does not take it.
        """
        while self._unsaved:
            self._unsaved[0]()
            self._unsaved.popleft()

    def _write(self, row: Callable[[], None]) -> None:
        self._unsaved.append(row)
        with suppress(StorageError):  # the next public moment waits for it
            self.flush()
