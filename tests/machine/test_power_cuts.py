"""Cuts are known by their numbers, come behind every write once before any comes twice, and faults are found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from machine.kernel import _in_order
from machine.power_cuts import DISKS, chosen, cuts, record

WORK = os.environ.get("NARRATOR_MACHINE", "")
"""The folder of an emulated machine; `make power-cuts` and .ci/machine make one."""


def test_every_write_is_cut_behind_once_before_any_is_twice() -> None:
    moments = [3, 5, 8, 9]
    taken = [chosen(moments, 7, number) for number in range(8)]
    assert sorted(taken[:4]) == moments
    assert sorted(taken[4:]) == moments


def test_a_cut_is_the_same_whoever_makes_it_and_another_one_with_another_seed() -> None:
    moments = list(range(100))
    assert chosen(moments, 1, 42) == chosen(moments, 1, 42)
    assert [chosen(moments, 1, number) for number in range(9)] != [chosen(moments, 2, number) for number in range(9)]


def test_drivers_come_after_those_that_they_stand_on() -> None:
    needs = {"fs/ext4.ko": ["fs/jbd2.ko", "lib/crc16.ko"], "fs/jbd2.ko": ["lib/crc16.ko"], "lib/crc16.ko": []}
    assert list(_in_order(needs, ["ext4", "built_in", "jbd2"])) == ["lib/crc16.ko", "fs/jbd2.ko", "fs/ext4.ko"]


@pytest.mark.skipif(not WORK, reason="NARRATOR_MACHINE names no folder for an emulated machine: .ci/machine makes one")
@pytest.mark.parametrize("disk", DISKS)
def test_a_cut_loses_nothing_and_each_fault_that_is_put_in_is_found(disk: str) -> None:
    work = Path(WORK)
    if not (work / "recorded").exists():
        record(work)
    assert bool(cuts(work, disk, 50, seed=2, processes=1).lost) == (disk != "sound")
