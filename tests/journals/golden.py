"""Golden journals: evenings as they were kept by earlier narrators, dumped as text, with what they must replay to.

`python tests/journals/golden.py NAME JOURNAL` writes NAME.sql and NAME.json from the journal of a game of one's own.
A golden journal is never written again to make a test pass: it stands for the evenings of people who play on.
"""

from __future__ import annotations

import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

from narrator.games.registry import restored
from narrator.journal.journal import Journal
from narrator.session.replay import replay

FOLDER = Path(__file__).parent


def fingerprint(journal: Path) -> dict[str, object]:
    """Return what a journal replays to: how it stands, and how many effects led there."""
    with Journal.reopen(journal) as opened:
        header, record = opened.header(), opened.record()
    replayed = replay(restored(header).setup, record.answers)
    pending = replayed.walk.pending
    return {
        "game": header["game"],
        "answers": len(record.answers),
        "effects": len(replayed.steps),
        "cue": record.cue,
        "pending": None if pending is None else pending.question,
        "outcome": replayed.walk.outcome,
    }


def laid_out(name: str, folder: Path) -> Path:
    """Make the file of a golden journal again."""
    path = folder / f"{name}.journal"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((FOLDER / f"{name}.sql").read_text(encoding="utf-8"))
    return path


def dump(name: str, journal: Path) -> None:
    """Write down a journal and its fingerprint."""
    with closing(sqlite3.connect(journal)) as connection:
        lines = "\n".join(connection.iterdump())
    (FOLDER / f"{name}.sql").write_text(lines + "\n", encoding="utf-8")
    stands = json.dumps(fingerprint(journal), ensure_ascii=False, indent=1)
    (FOLDER / f"{name}.json").write_text(stands + "\n", encoding="utf-8")


if __name__ == "__main__":
    dump(sys.argv[1], Path(sys.argv[2]))
