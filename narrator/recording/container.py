"""Writes the file of recordings that is shipped: sounds in blocks, found by what is said. `Recordings` reads it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path

from narrator import whole_files
from narrator.speech.recordings import SCHEMA, Spoken, digest_of

BLOCK = 1 << 17
"""Bytes of sounds in a block, or some more: of a block, the last page alone is not full."""

_PAGE = b"OggS"
_HEAD_PAGES = 2  # what a stream is, and its tags (RFC 7845, section 3)


def write_recordings(path: Path, about: Mapping[str, str], sounds: Iterable[tuple[Spoken, bytes]]) -> None:
    """Write a file of recordings, whole or not at all: Ogg Opus, near each other where they are read together.

    Raises:
        OSError, sqlite3.Error: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    with closing(sqlite3.connect(unfinished)) as rows:
        with rows:
            rows.executescript(SCHEMA)
            rows.executemany("INSERT INTO about VALUES (?, ?)", sorted(about.items()))
            block, last, held = -1, b"", bytearray()
            for spoken, opus in sounds:
                head, sound = split(opus)
                if head != last or len(held) >= BLOCK:
                    _fill(rows, block, held)
                    block, last, held = block + 1, head, bytearray()
                    rows.execute("INSERT INTO blocks VALUES (?,?,?)", (block, head, b""))
                where = (digest_of(spoken, opus), block, len(held), len(sound))
                rows.execute("INSERT INTO recording VALUES (?,?,?,?,?,?,?,?,?)", (*spoken.row, *where))
                held += sound
            _fill(rows, block, held)
        rows.execute("VACUUM")
    whole_files.flush(unfinished)
    unfinished.replace(path)
    whole_files.flush_folder(path.parent)


def _fill(rows: sqlite3.Connection, block: int, sounds: bytearray) -> None:
    rows.execute("UPDATE blocks SET sounds = ? WHERE number = ?", (bytes(sounds), block))


def split(opus: bytes) -> tuple[bytes, bytes]:
    """Return the head of Ogg Opus and its sound.

    Both are whole pages; the encoder never writes the sign of a page within the head.
    """
    at = 0
    for _ in range(_HEAD_PAGES):
        at = opus.index(_PAGE, at + 1)
    return opus[:at], opus[at:]
