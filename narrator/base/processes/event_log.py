"""The log for developers: one line an event, all processes in one file, and nothing secret in it.

It is off unless `NARRATOR_LOG` names a file. Modules log with `logging.getLogger(__name__)`; `begin` says where that
goes. An argument of a message is printed only where its type cannot hide a secret: a number, a text, a path, the place
where an error was raised. Anything else, a `Secret` or an answer, prints as `<secret>`. Nobody who logs waits for a
disk: a thread of its own writes, and what a slow disk has no room for is left out.
"""

from __future__ import annotations

import logging
import os
import threading
import time
import traceback
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path, PurePath
from queue import SimpleQueue

from narrator.base import whole_files
from narrator.base.whole_files import make_private

VARIABLE = "NARRATOR_LOG"
HIDDEN = "<secret>"

_EVENTS = logging.getLogger("narrator")
_UNWRITTEN_AT_MOST = 10_000  # lines
_LARGEST = 8 * 1024 * 1024  # bytes
_SECONDS_TO_END = 1.0
_PRIVATE = ("narrator.table.session", "narrator.table.journal", "narrator.evening.app.game_series")


class _Named(dict[str, object]):
    """Values by name, which as a whole are hidden."""

    def __repr__(self) -> str:
        return HIDDEN


class EventHandler(logging.Handler):
    """Writes lines to an open file: monotonic seconds, process, level, logger and message."""

    def __init__(self, file: int, process: str) -> None:
        super().__init__()
        self._file, self._process = file, process
        self._unwritten: SimpleQueue[bytes | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Have a line written. It is made here, so that nothing it tells of can change meanwhile."""
        if self._unwritten.qsize() < _UNWRITTEN_AT_MOST:
            said = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in message(record))
            line = f"{time.monotonic():.6f} {self._process} {record.levelname} {record.name} {said}\n"
            self._unwritten.put(line.encode(errors="replace"))

    def close(self) -> None:
        self._unwritten.put(None)
        self._thread.join(_SECONDS_TO_END)
        super().close()

    def _write(self) -> None:
        while (line := self._unwritten.get()) is not None:
            with suppress(OSError):  # a full disk is announced by the journal; the log has nobody to tell
                os.write(self._file, line)
        os.close(self._file)


def begin(process: str, *, first: bool = False) -> None:
    """Log under the name of this process from now on, where `NARRATOR_LOG` says; without it nothing is logged.

    The `first` process of a program begins a new file where the old one has grown large, and keeps that one beside it.

    Raises:
        OSError: the file cannot be written, or is a terminal, at which the players look.
    """
    for old in list(_EVENTS.handlers):
        _EVENTS.removeHandler(old)
        old.close()
    _EVENTS.propagate = False
    _EVENTS.addHandler(logging.NullHandler())  # else what goes wrong would be printed
    if path := os.environ.get(VARIABLE):
        _EVENTS.addHandler(EventHandler(_opened(Path(path), first), process))
        _EVENTS.setLevel(logging.DEBUG)
        _EVENTS.info("process %d begins, %s", os.getpid(), datetime.now(UTC).isoformat(timespec="seconds"))


def message(record: logging.LogRecord) -> str:
    """Return what a record says, with no value in it that might be secret."""
    said = shown(record.msg)
    try:
        match record.args:
            case Mapping() as named:
                return str(said) % _Named({name: shown(value) for name, value in named.items()})
            case tuple() as args if args:
                return str(said) % tuple(map(shown, args))
    except (TypeError, ValueError, KeyError):
        return f"{said} {HIDDEN}"  # a hidden value is no number
    return str(said)


def shown(value: object) -> str | int | float | None:
    """Return a value as the log may show it."""
    match value:
        case Enum():
            return HIDDEN  # some answers are texts, too
        case BaseException():
            places = traceback.extract_tb(value.__traceback__)
            at = f" at {Path(places[-1].filename).name}:{places[-1].lineno}" if places else ""
            reason = f" ({value.strerror})" if isinstance(value, OSError) else ""
            return f"{type(value).__name__}{reason}{at}"  # its text may be anything
        case PurePath():
            return str(value)
        case str() | int() | float() | None:
            return value
        case _:
            return HIDDEN


def tail(path: Path, lines: int) -> list[str]:
    """Return the last lines of a log, without details and without what tells of a game; none where there is no log."""
    try:
        written = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    return [line for line in written if not _private(line)][-lines:]


def _private(line: str) -> bool:
    fields = line.split(" ", 4)
    return len(fields) < 5 or fields[2] == "DEBUG" or fields[3].startswith(_PRIVATE)


def _opened(path: Path, first: bool) -> int:
    """Open the file for its owner's eyes alone; each line is added to its end, whichever process writes it."""
    if first and path.is_file() and path.stat().st_size > _LARGEST:
        path.replace(path.with_name(f"{path.name}.1"))
    whole_files.make_folder(path.parent)
    flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NOCTTY | os.O_NONBLOCK
    file = os.open(path, flags, 0o600)
    try:
        if os.isatty(file):
            raise OSError(f"{path} is a terminal, at which the players look")
        make_private(file)
    except OSError:
        os.close(file)
        raise
    return file
