"""What a power cut leaves of a disk: all that was flushed, and of the rest what the cut's kind says."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from machine.disk_log import ENTRY, FLUSH, FUA, MAGIC, SECTOR, SUPERBLOCK, CutDisk, Entry, Loss, entries

SIZE = 8 * SECTOR
A, B, C = (bytes([letter]) * SECTOR for letter in b"abc")


def left(record: list[Entry], place: int, loss: Loss, seed: int = 0) -> bytes:
    """Return what is on an empty disk after so many entries and a cut."""
    disk = CutDisk(bytes(SIZE), record)
    disk.go_to(place)
    return bytes(disk.after_cut(loss, Random(seed)))


def test_what_was_flushed_outlives_every_cut() -> None:
    record = [Entry(0, A), Entry(0, b"", flushes=True), Entry(SECTOR, B)]
    for loss in Loss:
        for seed in range(20):
            assert left(record, 3, loss, seed).startswith(A)


def test_what_was_not_flushed_may_be_lost() -> None:
    record = [Entry(0, A), Entry(SECTOR, B)]
    assert left(record, 2, Loss.ALL) == bytes(SIZE)
    assert left(record, 2, Loss.NONE).startswith(A + B)
    some = {left(record, 2, Loss.SOME, seed)[: 2 * SECTOR] for seed in range(40)}
    assert some == {bytes(2 * SECTOR), A + bytes(SECTOR), bytes(SECTOR) + B, A + B}


def test_a_flush_does_not_store_what_is_written_with_it() -> None:
    record = [Entry(0, A), Entry(SECTOR, B, flushes=True)]
    assert left(record, 2, Loss.ALL) == A + bytes(SIZE - SECTOR)


def test_what_is_written_at_once_is_there_though_nothing_is_flushed() -> None:
    record = [Entry(0, A), Entry(SECTOR, B, at_once=True)]
    assert left(record, 2, Loss.ALL) == bytes(SECTOR) + B + bytes(SIZE - 2 * SECTOR)


def test_a_torn_write_is_torn_at_a_sector() -> None:
    seen = {left([Entry(0, A + B + C)], 1, Loss.TORN, seed)[: 3 * SECTOR] for seed in range(80)}
    assert seen == {bytes(3 * SECTOR), A + bytes(2 * SECTOR), A + B + bytes(SECTOR), A + B + C}


def test_nothing_of_what_comes_after_the_cut_is_there() -> None:
    assert left([Entry(0, A), Entry(SECTOR, B)], 1, Loss.NONE) == A + bytes(SIZE - SECTOR)


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    def sectors(data: bytes) -> bytes:
        return data.ljust(SECTOR, b"\0")

    log = tmp_path / "log"
    parts = [sectors(SUPERBLOCK.pack(MAGIC, 1, 3, SECTOR)), sectors(ENTRY.pack(2, 1, 0, 0)), A]
    parts += [sectors(ENTRY.pack(0, 0, FLUSH, 0)), sectors(ENTRY.pack(5, 2, FUA, 0)), B + C]
    log.write_bytes(b"".join(parts))
    wanted = [Entry(2 * SECTOR, A), Entry(0, b"", flushes=True), Entry(5 * SECTOR, B + C, at_once=True)]
    assert list(entries(log)) == wanted


def test_another_file_is_no_record(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(bytes(2 * SECTOR))
    with pytest.raises(ValueError, match="no record"):
        list(entries(tmp_path / "log"))
