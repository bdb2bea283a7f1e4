"""A stored game with every kind of damage to its file, and what becomes of each.

Whatever stands on the disk afterwards, a game is whole, or it is refused with a sentence, or it is named as damaged
and what is left of it is its own beginning: never another game, and never silently shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from golden import laid_out

from narrator.table.journal.journal import DamagedError, Journal, JournalContent, JournalError, look, mend

SECTOR, PAGE = 512, 4096

Damaged = Iterator[bytes]


@dataclass
class Tally:
    """What became of a kind of damage: how often it was tried, and how often the game was whole, refused or named."""

    name: str
    tries: int = 0
    whole: int = 0
    refused: int = 0
    named: int = 0
    bad: int = 0

    def row(self) -> str:
        return f"| {self.name} | {self.tries:,} | {self.whole:,} | {self.refused:,} | {self.named:,} | {self.bad} |"


HEAD = """\
| damage | tries | whole all the same | refused | named, with what is left | bad |
|---|---|---|---|---|---|"""


def stored_game(folder: Path, name: str = "thiercelieux-meneur-night") -> Path:
    return laid_out(name, folder).rename(folder / "20260131-204500.journal")


def flipped(content: bytes, places: Sequence[int]) -> Damaged:
    """Flip each bit of the bytes at these places."""
    for place in places:
        for bit in range(8):
            yield content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]


def replaced(byte: int) -> Callable[[bytes, Sequence[int]], Damaged]:
    """Write another byte over the one at each of these places."""

    def each(content: bytes, places: Sequence[int]) -> Damaged:
        for place in places:
            yield content[:place] + bytes([byte]) + content[place + 1 :]

    return each


def cut(content: bytes, places: Sequence[int]) -> Damaged:
    """Cut the file at each of these places."""
    for place in places:
        yield content[:place]


def zeroed_from(content: bytes, places: Sequence[int]) -> Damaged:
    """Write zeros from each of these places to the end."""
    for place in places:
        yield content[:place] + bytes(len(content) - place)


def lost(size: int) -> Callable[[bytes, Sequence[int]], Damaged]:
    """Write zeros over so many bytes from each of these places."""

    def each(content: bytes, places: Sequence[int]) -> Damaged:
        for place in places:
            end = min(place + size, len(content))
            yield content[:place] + bytes(end - place) + content[end:]

    return each


def taken_out(content: bytes, places: Sequence[int]) -> Damaged:
    """Take the byte at each of these places out."""
    for place in places:
        yield content[:place] + content[place + 1 :]


def put_in(content: bytes, places: Sequence[int]) -> Damaged:
    """Put the byte at each of these places in twice."""
    for place in places:
        yield content[:place] + content[place : place + 1] + content[place:]


KINDS: dict[str, Callable[[bytes, Sequence[int]], Damaged]] = {
    "a bit flipped": flipped,
    "a byte zeroed": replaced(0),
    "a byte made a line's end": replaced(10),
    "cut there": cut,
    "zeros from there to the end": zeroed_from,
    "a sector of zeros": lost(SECTOR),
    "a page of zeros": lost(PAGE),
    "a byte taken out": taken_out,
    "a byte put in twice": put_in,
}
"""Every kind of damage, at a place."""


def suffered(path: Path, name: str, places: Sequence[int], reader: Callable[[Path], JournalContent] = look) -> Tally:
    """Do a kind of damage to a stored game at each of these places, and see what becomes of it, as `reader` has it."""
    content, kept = path.read_bytes(), look(path)
    tally = Tally(name)
    try:
        for damaged in KINDS[name](content, places):
            if damaged == content:
                continue
            tally.tries += 1
            _overwrite(path, damaged)
            try:
                found = reader(path)
                tally.whole += found == kept
                tally.bad += found != kept
            except DamagedError as error:
                rows, header = error.sound.rows, error.sound.header
                sound = header == kept.header and rows == kept.rows[: len(rows)]
                tally.named += sound
                tally.bad += not sound
            except JournalError:
                tally.refused += 1
    finally:
        path.write_bytes(content)
    return tally


def _overwrite(path: Path, content: bytes) -> None:
    """Write a file without emptying it first, which some file systems flush."""
    with path.open("r+b") as file:
        file.write(content)
        file.truncate()


def mended_rows(path: Path) -> tuple[str, ...]:
    """Mend a damaged game, go on with it by a row, and return its rows."""
    mend(path)
    with Journal.reopen(path) as journal:
        journal.outcome("village")
    return look(path).rows
