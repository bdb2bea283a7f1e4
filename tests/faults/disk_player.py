"""Plays real journals on a disk that fails, in a process that `failing_disk.c` is loaded into; prints what came of it.

`python disk_player.py FOLDER STEP` tries each fault at every call that writes, or at every so manieth, and prints a
JSON list for each: its name, how many tries, and a sentence for each result that must not be.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from narrator.rules.core.answers import DONE, NOBODY, Leave, Text
from narrator.table.journal import journal_file
from narrator.table.journal.journal import Journal, JournalError, Place, look
from narrator.table.journal.journal_file import StorageCause, StorageError

SOUND, FULL, FAILING, POWER = range(4)
CAUSES = {FULL: StorageCause.FULL, FAILING: StorageCause.FAILING}
CUT = 77
"""The status of a process whose power went."""

HEADER = {"game": "thiercelieux", "players": 8, "key": "00ff" * 16}
DISK = ctypes.CDLL(None)

Step = Callable[[], object]


def steps(journal: Journal) -> Iterator[Step]:
    """Yield what stores one row each: the shortest, one that no slot can hold, and those of a night with its room."""
    yield lambda: journal.cue(1)
    yield lambda: journal.answer("ready", DONE)
    yield lambda: journal.answer("any", Text("é" * 3000))

    def nightfall() -> None:
        journal.reserve()
        journal.cue(2)

    yield nightfall
    yield lambda: journal.slot(Place(2, 1), [("wolves.victim", NOBODY), (None, Leave(4))])
    yield lambda: journal.slot(Place(2, 2), [])
    yield lambda: journal.undo(1, Place(1, 0))


def evening(folder: Path, *, again: bool) -> list[str]:
    """Play an evening; what fails is tried again once the disk is sound, or the evening ends there.

    Return what must not be.
    """
    bad: list[str] = []
    acknowledged = folder / "acknowledged"
    path = folder / "game.journal"

    def tried(step: Step) -> bool:
        kind = ctypes.c_int.in_dll(DISK, "fault_kind").value
        try:
            step()
        except StorageError as error:
            if kind in CAUSES and error.cause is not CAUSES[kind]:
                bad.append(f"{error} is called {error.cause}")
            if str(path.parent) in str(error) or "00ff" in str(error) or "message" in str(error):
                bad.append(f"{error} tells too much")
            DISK.fault(SOUND, 0, 0)
            if not again:
                return False
            step()
        acknowledged.write_text(str(1 + int(acknowledged.read_text() or 0)))
        return True

    acknowledged.write_text("")
    made: list[Journal] = []
    if tried(lambda: made.append(Journal.create(path, HEADER))):
        for step in steps(made[0]):
            if not tried(step):
                break
        made[0].close()
    return bad


def after(folder: Path, complete: tuple[str, ...], *, again: bool) -> list[str]:
    """Look at what an evening left behind, and go on with it; return what must not be."""
    count = int((folder / "acknowledged").read_text() or 0)
    path = folder / "game.journal"
    if not count and not path.exists():
        return []
    try:
        with Journal.reopen(path) as journal:
            rows = look_at(journal)
            if rows != complete[: len(rows)]:
                return ["it is another game"]
            if len(rows) < count - 1:
                return [f"{count - 1} rows were acknowledged, {len(rows)} are there"]
            if len(rows) > count or (again and len(rows) != len(complete)):
                return [f"{len(rows)} rows are there, {count - 1} were acknowledged"]
            journal.outcome("village")
        if look(path).rows[:-1] != rows:
            return ["it did not go on where it was"]
    except (JournalError, StorageError) as error:
        return [str(error)]
    return []


def look_at(journal: Journal) -> tuple[str, ...]:
    """Return the rows of an open journal."""
    return tuple(journal._rows)


def complete_rows(folder: Path) -> tuple[tuple[str, ...], int]:
    """Play an evening on a sound disk; return its rows, and how many calls were counted."""
    folder.mkdir()
    DISK.fault(SOUND, 0, 0)
    assert evening(folder, again=True) == []
    counted = DISK.calls()
    return look(folder / "game.journal").rows, counted


def one(folder: Path, kind: int, call: int, kept: int, complete: tuple[str, ...], *, again: bool) -> list[str]:
    """Play one evening with one fault in a process of its own; return what must not be."""
    folder.mkdir()
    (folder / "acknowledged").write_text("")
    child = os.fork()
    if child == 0:
        DISK.fault(kind, call, kept)
        bad = evening(folder, again=again)
        (folder / "bad").write_text(json.dumps(bad))
        os._exit(0)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    DISK.fault(SOUND, 0, 0)
    if kind == POWER:
        bad = [] if status in (CUT, 0) else [f"it ended with {status}"]
    else:
        bad = json.loads((folder / "bad").read_text()) if status == 0 else [f"it ended with {status}"]
    bad += after(folder, complete, again=again and kind != POWER)
    shutil.rmtree(folder)
    return [f"call {call}, kept {kept:b}: {sentence}" for sentence in bad]


NAMES = {
    "no room": (FULL, (0,), True),
    "no room, and the evening ends": (FULL, (0,), False),
    "a write or flush that fails": (FAILING, (0,), True),
    "a write or flush that fails, and the evening ends": (FAILING, (0,), False),
    "the power goes, and what was not flushed is lost or torn": (POWER, tuple(range(16)), True),
}
"""The faults: the kind, which unflushed writes are kept, and whether what failed is tried again."""


def main(folder: Path, step: int) -> None:
    """Try each fault at every call, or at every so manieth."""
    complete, counted = complete_rows(folder / "complete")
    for name, (kind, masks, again) in NAMES.items():
        bad: list[str] = []
        tries = 0
        for call in range(1 + step // 3, counted + 1, step):
            for kept in masks:
                sys.stdout.flush()  # before it is doubled
                tries += 1
                bad += one(folder / "try", kind, call, kept, complete, again=again)
        sys.stdout.write(json.dumps([name, tries, bad]) + "\n")


if __name__ == "__main__":
    if "hasty" in sys.argv:  # the double that acknowledges before anything is flushed: it must be caught
        journal_file._FLUSH = lambda _handle: None
    main(Path(sys.argv[1]), int(sys.argv[2]))
