"""Journals of format 1, which earlier versions kept with SQLite: read here, and rewritten when a game goes on.

Their rows are no chain: what is damaged in them without SQLite's noticing is noticed only where it makes no sense.
"""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from narrator.journal.journal_file import BusyError

MAGIC = b"SQLite format 3\0"
"""How such a file begins."""

FORMAT = 1


def read(path: Path) -> tuple[dict[str, Any], list[str]]:
    """Return the header of an old journal, and its rows as they stand in a new one.

    Raises:
        BusyError: another process holds it.
        sqlite3.OperationalError: the disk refuses it.
        ValueError: it is damaged, or no journal.
    """
    try:
        with closing(sqlite3.connect(path, timeout=0.2)) as connection:
            connection.execute("PRAGMA locking_mode=EXCLUSIVE")
            connection.execute("PRAGMA journal_mode=WAL")
            tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if missing := {"header", "row"} - tables:  # a view would do for SQLite, and could be one of itself
                raise ValueError(f"no such table: {max(missing)}")
            pairs = connection.execute("SELECT key, value FROM header").fetchall()
            rows = connection.execute("SELECT kind, question, value FROM row ORDER BY id").fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise BusyError from None
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT):  # no such table
            raise ValueError(str(error)) from None
        raise
    except sqlite3.DatabaseError as error:
        raise ValueError(str(error)) from None
    try:
        header = {key: json.loads(value) for key, value in pairs}
        return header, [json.dumps([kind, question, json.loads(value)]) for kind, question, value in rows]
    except RecursionError:
        raise ValueError("a value is nested too deeply") from None
    except TypeError:
        raise ValueError("a value is no text") from None
