"""The journal: what was answered is on disk before anybody hears its consequence (law 2).

One SQLite file a game, of mode 0600, one row an event. Undo is a row, not a deletion. `synchronous=FULL`: a row
that `append` returned from survives the loss of power.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any

from narrator.core.answers import Answer, Leave
from narrator.session.values import Plain, decode, encode

FORMAT = 1
"""The version of the rows; a journal of another one is refused with a sentence."""

SCHEMA = """
CREATE TABLE header (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE row (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('answer', 'entry', 'clear', 'cue', 'undo', 'told', 'outcome')),
    question TEXT,
    value TEXT NOT NULL
) STRICT;
"""


class JournalError(Exception):
    """A journal that cannot be used, with what to do about it."""


@dataclass
class Record:
    """What the rows of a journal add up to.

    `answers` are (question id, answer) in their order; a departure stands among them with the question that was
    pending, or none. `cue` counts the scenes that were begun aloud. `entries` are the provisional answers of the
    slot that was open. `unsaid` is an undo that went behind something spoken and has not been told yet.
    """

    answers: list[tuple[str | None, Answer]] = field(default_factory=list)
    cue: int = 0
    entry: Answer | None = None
    unsaid: bool = False
    outcome: str | None = None

    def add(self, kind: str, question: str | None, value: Any) -> None:
        """Add one row; a value that has another shape than its kind raises what such a value raises."""
        match kind:
            case "answer":
                self.answers.append((question, decode(value)))
                if not isinstance(self.answers[-1][1], Leave):
                    self.entry = None
            case "entry":
                self.entry = decode(value)
            case "clear":
                self.entry = None
            case "cue":
                self.cue = int(value)
            case "undo":
                del self.answers[value["answers"] :]
                self.cue, self.entry, self.outcome = int(value["cue"]), None, None
                self.unsaid = self.unsaid or bool(value["behind"])
            case "told":
                self.unsaid = False
            case "outcome":
                self.outcome = str(value)


class Journal:
    """The rows of one game, open for writing by one process at a time."""

    def __init__(self, connection: sqlite3.Connection, path: Path | None) -> None:
        self._connection = connection
        self.path = path

    @classmethod
    def create(cls, path: Path | None, header: Mapping[str, object]) -> Journal:
        """Begin a journal; without a path it is kept in memory, for rehearsals."""
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        connection = _connect(path)
        with connection:
            for statement in SCHEMA.split(";\n"):
                connection.execute(statement)
            connection.executemany(
                "INSERT INTO header VALUES (?, ?)",
                [(key, json.dumps(value, ensure_ascii=False)) for key, value in {"format": FORMAT, **header}.items()],
            )
        return cls(connection, path)

    @classmethod
    def reopen(cls, path: Path) -> Journal:
        """Open a journal that exists.

        Raises:
            JournalError: it is no journal, of another format, damaged, or open in another process.
        """
        if not path.is_file():
            raise JournalError(f"there is no journal {path.name}")
        try:
            journal = cls(_connect(path), path)
        except sqlite3.DatabaseError as error:
            if "locked" in str(error):
                raise JournalError(f"the game {path.stem} is open in another narrator: close that one first") from None
            raise _damaged(path, error) from None
        try:
            written = journal.header().get("format")
            if written != FORMAT:
                raise JournalError(
                    f"{path.name} was written in format {written}, this narrator reads {FORMAT}: "
                    "finish that game with the version that began it"
                )
        except JournalError:
            journal.close()
            raise
        return journal

    def header(self) -> dict[str, object]:
        """Return what was decided before the first word.

        Raises:
            JournalError: it is damaged.
        """
        try:
            return {key: json.loads(value) for key, value in self._connection.execute("SELECT key, value FROM header")}
        except (sqlite3.DatabaseError, ValueError) as error:
            raise _damaged(self.path, error) from None

    def answer(self, question: str | None, answer: Answer) -> None:
        """Store an answer, or a departure."""
        self._append("answer", question, encode(answer))

    def entry(self, question: str, answer: Answer) -> None:
        """Store what was keyed in a slot that is still open."""
        self._append("entry", question, encode(answer))

    def clear(self, question: str) -> None:
        """Take back what was keyed in a slot that is still open."""
        self._append("clear", question, "")

    def cue(self, number: int) -> None:
        """Store that the scene of this number (from 1) is about to be heard."""
        self._append("cue", None, number)

    def undo(self, answers: int, cue: int, *, behind: bool) -> None:
        """Go back to so many answers and scenes. `behind` is true where something spoken was undone unheard."""
        self._append("undo", None, {"answers": answers, "cue": cue, "behind": int(behind)})

    def told(self) -> None:
        """Store that the table was told of an undo."""
        self._append("told", None, "")

    def outcome(self, outcome: str) -> None:
        """Store that the game is over."""
        self._append("outcome", None, outcome)

    def record(self) -> Record:
        """Add the rows up.

        Raises:
            JournalError: one of them is damaged.
        """
        record = Record()
        try:
            for kind, question, text in self._connection.execute("SELECT kind, question, value FROM row ORDER BY id"):
                record.add(kind, question, json.loads(text))
        except (sqlite3.DatabaseError, LookupError, TypeError, ValueError) as error:
            raise _damaged(self.path, error) from None
        return record

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _append(self, kind: str, question: str | None, value: Plain) -> None:
        with self._connection:
            self._connection.execute(
                "INSERT INTO row (kind, question, value) VALUES (?, ?, ?)",
                (kind, question, json.dumps(value, ensure_ascii=False)),
            )


def _connect(path: Path | None) -> sqlite3.Connection:
    # Behind a full screen the game runs in a thread of its own, which has the journal to itself while it runs.
    connection = sqlite3.connect(path or ":memory:", timeout=0.2, check_same_thread=False)
    try:
        # One writer for the whole evening; WAL costs one flush a row instead of two.
        connection.execute("PRAGMA locking_mode=EXCLUSIVE")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection


def _damaged(path: Path | None, error: Exception) -> JournalError:
    name = "the journal" if path is None else path.name
    return JournalError(f"{name} is damaged or no journal ({error})")
