"""`python -m machine.power_cuts WORK [--cuts 500] [--seed 1] [--again]`: cuts the power of a recorded evening.

A guest with a real kernel plays and stores onto a disk of which every write is recorded; that is done once a WORK, or
`--again`. Then the disk is cut off as often as one likes, behind a write taken by chance, each once before any comes
twice; what is left is brought back and looked at. Interrupted, it goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import logging
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import cycle
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from machine.after_cut import BROUGHT_BACK, Games, Promises, brought_back, games_in, losses, promised
from machine.disk_log import CutDisk, Entry, Loss, entries
from machine.emulator import Emulator, recorded_disk, this_root
from machine.kernel import DRIVERS, PAD, MissingError, fetched, initrd

HERE = Path(__file__).parent
SOURCE = HERE.parents[1]
DISKS = {"sound": "narrator as it is", "hasty": "no flush of rows", "nameless": "no flush of folders"} | {
    "renamed": "settings renamed, not flushed"
}
"""The disks of a guest, and what is done on them: on all but the first with a fault that is put in."""

SIZE = 24 << 20
"""Bytes of a file system; behind it is a MiB for promises."""

BATCH = 50
CALM = 1.5
"""Seconds without a word after which a question stands, in a machine that is emulated."""

SET_UP = (("Combien êtes-vous", "8"), ("À quel jeu", "7"), ("À quel jeu", "5"))
GAME = ("", "", "2", "7", "8", "1", "2", "8", "1", "3", "2", "4", "1", "2", ".", "5", "1", "2", "6", "2", "2", "1")
"""A game of Mafia for eight with a leader and real cards, from its first question to its end."""

GAMES = 2


@dataclass(frozen=True)
class Tally:
    """How many cuts there were of each kind, and what was lost: a sentence each."""

    kinds: Counter[str]
    lost: list[str]


def record(work: Path) -> None:
    """Let a guest play, and record its disks.

    Raises:
        MissingError: something that an emulated machine is made of cannot be had here.
    """
    kernel = fetched(work)
    first = initrd(kernel, (*DRIVERS, *PAD), work / "first.cpio")
    devices = this_root()
    for name in DISKS:
        disk = made_disk(work / f"{name}.disk")
        shutil.copy(disk, work / f"{name}.before")
        devices += recorded_disk(disk, work / f"{name}.log")
    with Emulator(kernel.image, first, playing("evening"), devices) as machine:
        _play(machine)
        machine.hears("all is recorded")
        machine.off()
    (work / "recorded").touch()


def playing(script: str, source: Path = SOURCE, **more: str) -> str:
    """Return what the kernel is told, so that its first process plays a script of the guest, with a narrator.

    `more` is handed over to the script, in its environment.
    """
    words = {"guest": HERE / "guest" / "first.sh", "tests": HERE.parent, "source": source, "python": sys.executable}
    return " ".join(f"{name}={value}" for name, value in {**words, "plays": script, **more}.items())


def made_disk(disk: Path) -> Path:
    """Make an empty ext4, as box.md has it made, and room behind it; return it."""
    with disk.open("wb") as file:
        file.truncate(SIZE + (1 << 20))
    words = ["-q", "-F", "-t", "ext4", "-E", "lazy_itable_init=0,lazy_journal_init=0"]
    subprocess.run(["mke2fs", *words, str(disk), f"{SIZE >> 10}k"], check=True)
    return disk


def _play(machine: Emulator) -> None:
    """Play games of a box with the keypad."""
    machine.hears("Je suis le narrateur")
    for words, keys in SET_UP:
        machine.hears(words)
        _calm(machine)
        machine.key(keys + "\n")
    for game in range(1, GAMES + 1):
        for keys in GAME if game == 1 else GAME[1:]:  # in the same seats nobody has to get ready again
            _answer(machine, keys)
        machine.hears("Une autre partie")
        _calm(machine)
        machine.key("1\n" if game < GAMES else "2\n")
    machine.hears("Un autre jeu")
    _calm(machine)
    machine.key("2\n")
    machine.hears("the box has ended")


def _calm(machine: Emulator) -> None:
    while machine.line(CALM) is not None:
        pass


def _answer(machine: Emulator, keys: str) -> None:
    """Answer until it is promised that an answer is stored; where that one does not do, any other."""
    others = cycle("12345678.")
    for attempt in range(40):
        _calm(machine)
        machine.key((keys if attempt < 3 else next(others)) + "\n")
        while (line := machine.line(3 * CALM)) is not None:
            if "promised an answer" in line:
                return
    raise AssertionError(f"nothing came of {keys!r} after: {machine.said[-10:]}")


class Evening:
    """A recorded disk: what was on it before, every write, what was promised by then, and the games as they went on."""

    def __init__(self, work: Path, name: str) -> None:
        log = work / f"{name}.log"
        self.before = (work / f"{name}.before").read_bytes()
        self.record = list(entries(log))
        self.digest = sha256(log.read_bytes()).hexdigest()
        self.told = list(_told(self.record))
        self.moments = [place for place, entry in enumerate(self.record, 1) if entry.data and self.told[place]]
        disk = CutDisk(self.before, self.record)
        disk.go_to(len(self.record))
        with TemporaryDirectory() as place:
            self.complete: Games = games_in(_home(disk.after_cut(Loss.NONE, Random(0)), Path(place))[0])

    def cut(self, numbers: Sequence[int], seed: int) -> Tally:
        """Cut the power so often; each cut is known by its number."""
        disk, kinds, lost = CutDisk(self.before, self.record), Counter[str](), []
        with TemporaryDirectory(dir="/dev/shm") as folder:
            for moment, number in sorted((chosen(self.moments, seed, number), number) for number in numbers):
                disk.go_to(moment)
                chance = Random(f"{seed} {number} kind")
                loss = chance.choice(list(Loss))
                home, status = _home(disk.after_cut(loss, chance), Path(folder))
                bad = losses(home, self.told[moment], self.complete)
                if status not in BROUGHT_BACK:
                    bad.append(f"e2fsck ends with {status}")
                kinds[loss.value] += 1
                lost += [f"cut {number}, behind write {moment}, {loss.value}: {said}" for said in bad[:1]]
        return Tally(kinds, lost)


def chosen(moments: Sequence[int], seed: int, number: int) -> int:
    """Return behind which entry a cut is: every one once, in an order of chance, before any comes twice."""
    turn, at = divmod(number, len(moments))
    return Random(f"{seed} {turn}").sample(moments, len(moments))[at]


def _told(record: Sequence[Entry]) -> Iterator[Promises]:
    """Yield what was promised before each entry, and after the last one."""
    told: Promises = {}
    yield told
    for entry in record:
        told = promised(entry.data) or told
        yield told


def _home(disk: bytearray, place: Path) -> tuple[Path, int]:
    (place / "image").write_bytes(memoryview(disk)[:SIZE])
    return brought_back(place / "image", place)


_evening: Evening


def _begin(work: Path, name: str) -> None:
    """Read a record, once a process."""
    global _evening
    logging.disable()  # that a phrase is damaged, and not believed, is as it should be
    _evening = Evening(work, name)


def _cut(batch: int, seed: int) -> Tally:
    return _evening.cut(range(batch * BATCH, (batch + 1) * BATCH), seed)


def cuts(work: Path, name: str, count: int, seed: int, processes: int) -> Tally:
    """Cut a disk so often, and say how far it is; batches that were done before are taken as they are."""
    evening = Evening(work, name)
    kept = work / f"{name}.{evening.digest[:16]}.{seed}.done"
    kept.touch()
    done = {row[0]: row for row in map(json.loads, kept.read_text().splitlines())}
    batches = range(-(-count // BATCH))
    answers = sum(len(rows) for rows in evening.complete.values())
    _say(f"{name}: {len(evening.moments):,} writes to cut behind, {answers} rows of {len(evening.complete)} games")
    tally, began = Tally(Counter(), []), time.monotonic()
    with ProcessPoolExecutor(processes, initializer=_begin, initargs=(work, name)) as pool, kept.open("a") as file:
        under_way = {batch: pool.submit(_cut, batch, seed) for batch in batches if batch not in done}
        for batch in batches:
            if batch in under_way:
                found = under_way[batch].result()
                done[batch] = [batch, found.kinds, found.lost]
                file.write(json.dumps(done[batch]) + "\n")
                file.flush()
            tally.kinds.update(done[batch][1])
            tally.lost.extend(done[batch][2])
            cut = tally.kinds.total()
            _say(f"{name}: {cut:,} cuts, {len(tally.lost)} with a loss, {time.monotonic() - began:.0f} s")
    return tally


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()


def main() -> int:
    """Record where there is no record, cut, and print a table; 1 where anything was lost, or a fault was not seen."""
    parser = argparse.ArgumentParser(prog="power_cuts")
    parser.add_argument("work", type=Path)
    parser.add_argument("--cuts", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--again", action="store_true", help="record once more")
    asked = parser.parse_args()
    work = asked.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    try:
        if asked.again or not (work / "recorded").exists():
            began = time.monotonic()
            record(work)
            _say(f"recorded in {time.monotonic() - began:.0f} s")
    except MissingError as error:
        _say(f"No power cuts: {error}.")
        return 0
    rows = ["| on the disk | " + " | ".join(loss.value for loss in Loss) + " | cuts | with a loss |", "|---" * 7 + "|"]
    failed = False
    for name, what in DISKS.items():
        sound = name == "sound"
        tally = cuts(work, name, asked.cuts if sound else BATCH, asked.seed, asked.processes)
        counts = " | ".join(f"{tally.kinds[loss.value]:,}" for loss in Loss)
        rows.append(f"| {what} | {counts} | {tally.kinds.total():,} | {len(tally.lost):,} |")
        for lost in tally.lost[: 20 if sound else 1]:
            _say(lost)
        failed |= bool(tally.lost) == sound
    sys.stdout.write("\n".join((*rows, "")))
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
