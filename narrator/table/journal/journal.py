"""The journal: what was answered is on disk before anybody hears its consequence (law 2).

One file a game, of mode 0600, one row an event, each row flushed before its method returns. Undo is a row, not a
deletion. Header and rows are a chain of digests (`journal.chain`): what is damaged is named, and a journal is
never silently shorter.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from narrator.base import whole_files
from narrator.base.closing import Closing
from narrator.base.sentences import to_user
from narrator.base.user_error import UserError
from narrator.rules.core.answers import Answer
from narrator.table.journal import chain, journal_file
from narrator.table.journal.answer_data import decode, encode
from narrator.table.journal.journal_file import BusyError, JournalFile, storing


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game stands: the number of its scene, from 1, and how many slots of that scene's windows are over."""

    cue: int = 0
    slots: int = 0


@dataclass
class Record:
    """What the rows of a journal add up to.

    `answers` are (question id, answer) in their order; a departure stands among them with the question that was
    pending, or none. `place` is the last one that was stored.
    """

    answers: list[tuple[str | None, Answer]] = field(default_factory=list)
    place: Place = Place()
    outcome: str | None = None

    def add(self, kind: str, question: str | None, value: Any) -> None:
        """Add one row.

        Raises:
            LookupError, TypeError, ValueError: its value has another shape than its kind.
        """
        match kind:
            case "answer":
                self.answers.append((_name(question), decode(value)))
            case "slot":
                self.answers += [(_name(asked), decode(answer)) for asked, answer in value["answers"]]
                self.place = _place(value)
            case "cue":
                self.place = Place(_count(value))
            case "undo":
                answers = _count(value["answers"])
                if answers > len(self.answers):
                    raise ValueError("an undo goes back to what never was")
                del self.answers[answers:]
                self.place, self.outcome = _place(value), None
            case "outcome" if isinstance(value, str):
                self.outcome = value
            case _:
                raise ValueError(f"no row is {kind!r}")


def _name(question: object) -> str | None:
    if question is not None and not isinstance(question, str):
        raise TypeError("a question has a name")
    return question


def _place(value: Mapping[str, object]) -> Place:
    return Place(_count(value["cue"]), _count(value["slots"]))


def _count(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} counts nothing")
    return value


RULES = 9
"""The version of the rules, of both engines and of what header and rows hold. A game of another one is not played.

It grows with every change after which the answers of a game that was begun before could not be replayed.
"""


SLOT_ROW = 3584
"""The bytes of every row of a slot: room for the largest legal answer, and for departures of a whole table."""

NIGHT = 512 * 1024
"""The bytes that are reserved for the rows of a night: some 140 slots."""


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
        self.moved = False
        """Whether the file had to be written anew, since somebody deleted, moved or replaced it."""

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
            file, reading = _opened(path)
        return cls(file, JournalContent(reading.header, reading.rows), path)

    @classmethod
    def reopen(cls, path: Path) -> Journal:
        """Open a journal that exists, to resume its game.

        Raises:
            JournalError: it is no journal, of other rules, damaged, or open in another process.
            StorageError: it cannot be written, or not be read.
        """
        handle = _held(path, os.O_RDWR)
        try:
            reading = _read(path, _content(path, handle))
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

    def slot(self, place: Place, answers: Sequence[tuple[str | None, Answer]]) -> None:
        """Store the row of a slot that is over: what was answered in it, in a row of one size for all."""
        given = [[question, encode(answer)] for question, answer in answers]
        self._append("slot", None, {**asdict(place), "answers": given}, SLOT_ROW)

    def reserve(self) -> None:
        """Take room on the disk for the rows of a night, so that it is not found full in its midst."""
        if self._file is not None:
            self._file.reserve(NIGHT)

    def cue(self, number: int) -> None:
        """Store that the scene of this number (from 1) is about to be heard."""
        self._append("cue", None, number)

    def undo(self, answers: int, place: Place) -> None:
        """Go back to so many answers, and to this place."""
        self._append("undo", None, {"answers": answers, **asdict(place)})

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

    def _append(self, kind: str, question: str | None, value: object, size: int = 0) -> None:
        row = json.dumps([kind, question, value]).ljust(size)
        if self._file is not None:
            if self.path is not None and not self._file.stands_at(self.path):
                self._write_anew(self._file, self.path)
            self._file.append(row)
        self._rows.append(row)

    def _write_anew(self, lost: JournalFile, path: Path) -> None:
        """Write all rows to where they belong; beside it, where another file stands there now.

        Raises:
            StorageError: they cannot be written there.
        """
        with storing():
            whole_files.make_folder(path.parent)
            names = (path, *(path.with_stem(f"{path.stem}-{number}") for number in range(2, 100)))
            place = _made_first(names, journal_file.contents(self._header, self._rows))
            if place is None:
                raise OSError(errno.EEXIST, "there are too many of its name")
            self._file, _ = _opened(place)
        self.path, self.moved = place, True
        lost.close()


def look(path: Path) -> JournalContent:
    """Read a journal without changing anything, where it is whole.

    Raises:
        JournalError: as `Journal.reopen` does.
        StorageError: it cannot be read.
    """
    handle = _held(path, os.O_RDONLY, shared=True)
    try:
        reading = _read(path, _content(path, handle))
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
        content = _content(path, handle)
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
        if os.path.lexists(path):
            raise _damaged(path.name, to_user("journal.no_file"))
        raise JournalError(to_user("journal.none", name=path.name))
    if not os.access(path, os.R_OK):
        raise JournalError(to_user("journal.denied", name=path.name))
    try:
        with storing():
            return journal_file.hold(path, flags, shared=shared)
    except BusyError:
        raise OpenElsewhereError(path.stem) from None


def _content(path: Path, handle: int) -> bytes:
    try:
        with storing():
            return journal_file.content_of(handle)
    except chain.UnreadableError as error:
        raise _damaged(path.name, error) from None


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


def _opened(path: Path) -> tuple[JournalFile, chain.ChainReading]:
    """Open a file that was just made."""
    handle = journal_file.hold(path, os.O_RDWR)
    reading = chain.read(journal_file.content_of(handle))
    return JournalFile.opened(handle, reading), reading


def _kept_beside(path: Path, content: bytes) -> Path:
    names = (".damaged", *(f".damaged-{number}" for number in range(2, 100)))
    copy = _made_first((path.with_name(path.name + name) for name in names), content)
    if copy is None:
        raise JournalError(to_user("journal.mended", name=path.name))
    return copy


def _made_first(paths: Iterable[Path], content: bytes) -> Path | None:
    """Make a file of the first of these names that no file has; return it, None where all are taken."""
    for path in paths:
        try:
            whole_files.make(path, content)
        except FileExistsError:
            continue
        return path
    return None


def _damaged(name: str, why: object) -> JournalError:
    return JournalError(to_user("journal.damaged", name=name, detail=why))
