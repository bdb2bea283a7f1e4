"""A disk's writes and flushes, as QEMU's blklogwrites wrote them down in their order, and what a power cut leaves.

What was flushed is there. Of what was written since, all, nothing or any part is, in any order, and the last of it may
be torn at a sector. The form is that of Linux's dm-log-writes: a superblock, then entries, each of whole sectors.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from random import Random

SECTOR = 512
MAGIC = 0x6A736677736872
SUPERBLOCK = struct.Struct("<QQQI")
"""Magic, version, number of entries, bytes of a sector."""

ENTRY = struct.Struct("<QQQQ")
"""First sector, number of sectors, flags, bytes of more data."""

FLUSH, FUA, DISCARD = 1, 2, 4


@dataclass(frozen=True)
class Entry:
    """One request: where it writes, what, whether it flushes what came before, and whether it is on the disk itself."""

    at: int
    data: bytes
    flushes: bool = False
    at_once: bool = False


class Loss(Enum):
    """What becomes of the writes that were not flushed."""

    NONE = "all is there"
    ALL = "nothing is there"
    SOME = "some of it, in any order"
    TORN = "some of it, one write torn"


def entries(log: Path) -> Iterator[Entry]:
    """Yield what was recorded, in its order."""
    with log.open("rb") as file:
        magic, version, count, sector = SUPERBLOCK.unpack(file.read(SUPERBLOCK.size))
        if (magic, version, sector) != (MAGIC, 1, SECTOR):
            raise ValueError(f"{log} is no record of a disk")
        file.seek(SECTOR)
        for _ in range(count):
            first, sectors, flags, _ = ENTRY.unpack(file.read(SECTOR)[: ENTRY.size])
            data = b"" if flags & DISCARD else file.read(sectors * SECTOR)
            yield Entry(first * SECTOR, data, bool(flags & FLUSH), bool(flags & FUA))


class CutDisk:
    """A disk before a record, which goes through it, and can be cut off at any place."""

    def __init__(self, before: bytes, record: Sequence[Entry]) -> None:
        self._sure = bytearray(before)
        self._record = record
        self._waiting: list[Entry] = []
        self.place = 0
        """How many entries it has taken."""

    def go_to(self, place: int) -> None:
        """Take the entries before this one."""
        for entry in self._record[self.place : place]:
            if entry.flushes:
                self._flush()
            if entry.at_once:
                _put(self._sure, entry.at, entry.data)
            elif entry.data:
                self._waiting.append(entry)
        self.place = place

    def after_cut(self, loss: Loss, chance: Random) -> bytearray:
        """Return what is on the disk once the power comes back."""
        left = bytearray(self._sure)
        waiting = list(self._waiting) if loss is not Loss.ALL else []
        if loss in (Loss.SOME, Loss.TORN):
            waiting = [entry for entry in waiting if chance.random() < 0.5]
            chance.shuffle(waiting)
        for entry in waiting[:-1]:
            _put(left, entry.at, entry.data)
        for entry in waiting[-1:]:
            sectors = len(entry.data) // SECTOR
            kept = chance.randint(0, sectors) if loss is Loss.TORN else sectors
            _put(left, entry.at, entry.data[: kept * SECTOR])
        return left

    def _flush(self) -> None:
        for entry in self._waiting:
            _put(self._sure, entry.at, entry.data)
        self._waiting.clear()


def _put(disk: bytearray, at: int, data: bytes) -> None:
    disk[at : at + len(data)] = data
