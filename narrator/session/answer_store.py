"""The answers of one game: on disk first, then with the game (law 2)."""

from __future__ import annotations

from collections import deque

from narrator.core.answers import Answer, Leave
from narrator.core.effects import Ask
from narrator.session.cursor import Cursor
from narrator.session.journal import Journal
from narrator.session.record import Record


class AnswerStore:
    """Stores answers, and hands them to the game.

    `given` are all of them, as (question id, answer), as `Record.answers` has them. `kept` is what was entered in the
    slot that is open. `held` are departures of whom nobody was asked anything yet: the next question takes them in.
    """

    def __init__(self, journal: Journal, record: Record) -> None:
        self.given = list(record.answers)
        self.kept: Answer | None = record.entry
        self.held: deque[Leave] = deque()
        self._journal = journal

    def store(self, ask: Ask, answer: Answer, cursor: Cursor) -> None:
        """Put the answer to the pending question on disk, and only then let the game hear it."""
        self.record(ask.question, answer)
        if not isinstance(answer, Leave):
            self.kept = None
        cursor.answer(answer)

    def record(self, question: str | None, answer: Answer) -> None:
        """Put an answer on disk."""
        self._journal.answer(question, answer)
        self.given.append((question, answer))

    def leave(self, leave: Leave) -> None:
        """Store a departure while nothing is asked."""
        if leave not in self.held:
            self.record(None, leave)
            self.held.append(leave)

    def keep(self, question: str) -> None:
        """Store what is kept for a slot that is still open, or that nothing is any more."""
        if self.kept is None:
            self._journal.clear(question)
        else:
            self._journal.entry(question, self.kept)

    def go_back(self, answers: int, cue: int) -> None:
        """Take back all but the first so many answers; `cue` is the scene in which the game stands then."""
        self._journal.undo(answers, cue, behind=False)
        del self.given[answers:]
        self.kept = None
        self.held.clear()
