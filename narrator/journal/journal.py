"""The journal: what was answered is on disk before anybody hears its consequence (law 2).

One file a game, of mode 0600, one row an event, each row flushed before its method returns. Undo is a row, not a
deletion. Header and rows are a chain of digests (`narrator.journal.chain`): what is damaged is named, and a journal is
never silently shorter.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from narrator import whole_files
from narrator.closing import Closing
from narrator.core.answers import Answer, Leave
from narrator.journal import chain, journal_file
from narrator.journal.answer_data import Plain, decode, encode
from narrator.journal.journal_file import BusyError, JournalFile, storing
from narrator.story.sentences import to_user
from narrator.user_error import UserError


@dataclass
class Record:
    """What the rows of a journal add up to.

    `answers` are (question id, answer) in their order; a departure stands among them with the question that was
    pending, or none. `cue` counts the scenes that were begun aloud. `entry` is the provisional answer of the slot that
    was open.
    """

    answers: list[tuple[str | None, Answer]] = field(default_factory=list)
    cue: int = 0
    entry: Answer | None = None
    outcome: str | None = None

    def add(self, kind: str, question: str | None, value: Any) -> None:
        """Add one row.

        Raises:
            LookupError, TypeError, ValueError: its value has another shape than its kind.
        """
        if question is not None and not isinstance(question, str):
            raise TypeError("a question has a name")
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
                self.cue = _count(value)
            case "undo":
                answers, cue = _count(value["answers"]), _count(value["cue"])
                if answers > len(self.answers):
                    raise ValueError("an undo goes back to what never was")
                del self.answers[answers:]
                self.cue, self.entry, self.outcome = cue, None, None
            case "outcome" if isinstance(value, str):
                self.outcome = value
            case _:
                raise ValueError(f"no row is {kind!r}")


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} counts nothing")
    return value


RULES = 4
"""The version of the rules, of both engines and of what header and rows hold. A game of another one is not played.

It grows with every change after which the answers of a game that was begun before could not be replayed.
"""


class JournalError(UserError):
    """A journal that cannot be used, with what to do about it."""


class OpenElsewhereError(JournalError):
    """The journal of a `game` that another narrator has open."""

    def __init__(self, game: str) -> None:
        super().__init__(to_user("journal.open", game=game))
        self.game = game


class OtherRulesError(JournalError):
    """The journal of a game that was begun by other rules than `RULES`. `content` is what it holds."""

    def __init__(self, path: Path, content: JournalContent) -> None:
        super().__init__(to_user("journal.other_release", name=path.stem))
        self.content = content


class DamagedError(JournalError):
    """A journal some of whose rows are damaged or missing. `sound` is what stands before them."""

    def __init__(self, path: Path, sound: JournalContent) -> None:
        super().__init__(to_user("journal.mendable", name=path.name, game=path.stem))
        self.sound = sound


@dataclass(frozen=True)
class JournalContent:
    """What a journal holds: its header, and its rows as texts."""

    header: dict[str, Any]
    rows: tuple[str, ...]

    def record(self, name: str = "the journal") -> Record:
        """Add the rows up.

        Raises:
            JournalError: one of them means nothing.
        """
        record = Record()
        try:
            for row in self.rows:
                kind, question, value = json.loads(row)
                record.add(kind, question, value)
        except (LookupError, TypeError, ValueError, RecursionError):
            raise _damaged(name, to_user("journal.row")) from None  # what it says may be a secret
        return record


class Journal(Closing):
    """The rows of one game, open for writing by one process at a time, and by one thread at a time."""

    def __init__(self, file: JournalFile | None, kept: JournalContent, path: Path | None) -> None:
        self._file = file
        self._header = kept.header
        self._rows = list(kept.rows)
        self.path = path

    @classmethod
    def create(cls, path: Path | None, header: Mapping[str, object]) -> Journal:
        """Begin a journal; without a path it is kept in memory, for rehearsals.

        Raises:
            FileExistsError: there is one.
            StorageError: it cannot be written.
        """
        kept = JournalContent({"rules": RULES, **header}, ())
        if path is None:
            return cls(None, kept, None)
        with storing():
            whole_files.make_folder(path.parent)
            whole_files.make(path, journal_file.contents(kept.header))
            handle = journal_file.hold(path, os.O_RDWR)
            reading = chain.read(journal_file.content_of(handle))
        return cls(JournalFile.opened(handle, reading), JournalContent(reading.header, reading.rows), path)

    @classmethod
    def reopen(cls, path: Path) -> Journal:
        """Open a journal that exists, to resume its game.

        Raises:
            JournalError: it is no journal, of other rules, damaged, or open in another process.
            StorageError: it cannot be written, or not be read.
        """
        handle = _held(path, os.O_RDWR)
        try:
            with storing():
                content = journal_file.content_of(handle)
            reading = _read(path, content)
            return cls(JournalFile.opened(handle, reading), JournalContent(reading.header, reading.rows), path)
        except BaseException:
            os.close(handle)
            raise

    def header(self) -> dict[str, object]:
        """Return what was decided before the first word."""
        return dict(self._header)

    def answer(self, question: str | None, answer: Answer) -> None:
        """Store an answer, or a departure. This and all that follow raise a StorageError where a row is not stored."""
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

    def undo(self, answers: int, cue: int) -> None:
        """Go back to so many answers and scenes."""
        self._append("undo", None, {"answers": answers, "cue": cue})

    def outcome(self, outcome: str) -> None:
        """Store that the game is over."""
        self._append("outcome", None, outcome)

    def record(self) -> Record:
        """Add the rows up.

        Raises:
            JournalError: one of them means nothing.
        """
        return JournalContent(self._header, tuple(self._rows)).record(
            "the journal" if self.path is None else self.path.name
        )

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _append(self, kind: str, question: str | None, value: Plain) -> None:
        row = json.dumps([kind, question, value])
        if self._file is not None:
            self._file.append(row)
        self._rows.append(row)


def look(path: Path) -> JournalContent:
    """Read a journal without changing anything, where it is whole.

    Raises:
        JournalError: as `Journal.reopen` does.
        StorageError: it cannot be read.
    """
    handle = _held(path, os.O_RDONLY, shared=True)
    try:
        with storing():
            content = journal_file.content_of(handle)
        reading = _read(path, content)
        return JournalContent(reading.header, reading.rows)
    finally:
        os.close(handle)


def mend(path: Path) -> Path:
    """Cut a damaged journal down to what is sound, and keep a copy of it beside it; return where the copy is.

    Raises:
        JournalError: nothing of it is sound, or it is open in another process.
        StorageError: it cannot be written; it stays as it was.
    """
    handle = _held(path, os.O_RDONLY)
    try:
        with storing():
            content = journal_file.content_of(handle)
        try:
            reading = chain.read(content)
        except chain.UnreadableError as error:
            raise _damaged(path.name, error) from None
        with storing():
            copy = _kept_beside(path, content)
            try:
                whole_files.replace(path, journal_file.contents(reading.header, reading.rows))
            except OSError:
                copy.unlink()
                raise
        return copy
    finally:
        os.close(handle)


def writable(path: Path) -> bool:
    """Whether a journal could be opened for writing now, as far as its disk tells."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CLOEXEC))
    except OSError:
        return False
    return True


def _held(path: Path, flags: int, *, shared: bool = False) -> int:
    if not path.is_file():
        raise JournalError(to_user("journal.none", name=path.name))
    if not os.access(path, os.R_OK):
        raise JournalError(to_user("journal.denied", name=path.name))
    try:
        with storing():
            return journal_file.hold(path, flags, shared=shared)
    except BusyError:
        raise OpenElsewhereError(path.stem) from None


def _read(path: Path, stored: bytes) -> chain.ChainReading:
    try:
        reading = chain.read(stored)
    except chain.UnreadableError as error:
        raise _damaged(path.name, error) from None
    content = JournalContent(reading.header, reading.rows)
    if reading.header.get("rules") != RULES:
        raise OtherRulesError(path, content)
    if reading.damaged:
        raise DamagedError(path, content)
    return reading


def _kept_beside(path: Path, content: bytes) -> Path:
    names: Sequence[str] = [".damaged", *(f".damaged-{number}" for number in range(2, 100))]
    for name in names:
        copy = path.with_name(path.name + name)
        try:
            whole_files.make(copy, content)
        except FileExistsError:
            continue
        return copy
    raise JournalError(to_user("journal.mended", name=path.name))


def _damaged(name: str, why: object) -> JournalError:
    return JournalError(to_user("journal.damaged", name=name, detail=why))
