"""The format of a journal's file: rows in a chain of digests, by which damage is found, with the last row stored twice.

    two slots of 4096 bytes   the last row again, and the one before it: row n stands in slot n % 2
    one line                  narrator DIGEST HEADER
    blanks                    up to a whole number of 4096 bytes
    the same line again       so that no single flipped bit, and no bad page, ends a game whose rows are whole
    a line a row              NUMBER DIGEST ROW
    blanks, perhaps           room for the rows of a night

All is ASCII; `HEADER` is a JSON object, `ROW` a JSON list of kind, question and value. A row's digest is BLAKE2b of the
digest before it, of its number and of its text, keyed with the header's digest: no row of another game, of another
place or of an altered past passes for one of this. There is no secret key in it: what is to be noticed is a failing
card, not somebody who may write the file and could as well compute what he needs.

Row and slot are written together and flushed once. So after a power cut each of them may be there or not, and a row
that neither holds was never acknowledged. Whatever befalls the rows alone, or the slots alone, is noticed: the slots
tell how many rows there were, and a last row that is gone is still in its slot. What befalls both copies of the last
row, and nothing else, looks like a row that was never written; a second flush a row would tell them apart.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from narrator.base.sentences import to_user

SLOT = 4096
"""The bytes of a slot: a page, so that writing one touches nothing else."""

HEADER_AT = 2 * SLOT
"""Where the header begins."""

BLANK = b" " * (SLOT - 1) + b"\n"

_NAME = b"narrator"
_DIGEST = 16  # bytes
_DIGITS = 18  # of the number of a row, at most


class UnreadableError(ValueError):
    """The header is damaged, or this is no journal: none of it can be trusted."""


@dataclass(frozen=True, slots=True)
class Link:
    """A row in its place: its number from 1, the digest before it, its own, and its text."""

    number: int
    before: bytes
    digest: bytes
    text: bytes

    def line(self) -> bytes:
        """Return it as it stands among the rows."""
        return b"%d %b %b\n" % (self.number, self.digest, self.text)

    def slot(self) -> bytes:
        """Return it as it stands in its slot; where its text is too long for one, the text's length stands for it.

        A last digest makes a torn slot known: what was in it before might else complete it.
        """
        text = self.text if self.fits else b"%d" % len(self.text)
        slot = b"%b %d %b %b" % (self.before, self.number, self.digest, text)
        return b"%b %b\n" % (_digest(b"", slot), slot)

    @property
    def fits(self) -> bool:
        return len(self.text) + 128 < SLOT

    @property
    def slot_at(self) -> int:
        return self.number % 2 * SLOT


@dataclass(frozen=True)
class ChainReading:
    """What a file holds.

    `rows` are the texts of the sound rows, in their order; `stored` of them stand in their place, which ends at `end`:
    a last one may come from its slot. `last` is the digest of the last of them. `damaged` tells that rows which were
    acknowledged are missing, or that this cannot be excluded; `tidy` that nothing is left to be put in order before
    the next row.
    """

    header: dict[str, Any]
    root: bytes
    rows: tuple[str, ...]
    stored: int
    end: int
    last: Link | None
    damaged: bool
    tidy: bool


def header_lines(header: Mapping[str, object]) -> tuple[bytes, bytes]:
    """Return the line of a header, twice, each on pages of its own; and its digest, in which the chain is rooted."""
    text = json.dumps(dict(header)).encode()
    root = _digest(b"", text)
    line = b"%b %b %b\n" % (_NAME, root, text)
    return line.ljust(_pages(len(line))) + line, root


def link(root: bytes, last: Link | None, text: bytes) -> Link:
    """Return the row of this text that follows another, or the first one."""
    number, before = (1, root) if last is None else (last.number + 1, last.digest)
    return Link(number, before, _digest(root, b"%b %d %b" % (before, number, text)), text)


def read(content: bytes) -> ChainReading:
    """Read a file.

    Raises:
        UnreadableError: the header is damaged, or this is no journal.
    """
    header, root, start = _header(content)
    rows: list[str] = []
    last: Link | None = None
    end = start
    while (follower := _row(content, end, root, last)) is not None:
        last, end = follower, end + len(follower.line())
        rows.append(follower.text.decode())
    stored, rest = len(rows), content[end:].rstrip(b" ")  # blanks are room for rows to come
    slots = [slot for at in (0, SLOT) if (slot := _slot(content[at : at + SLOT], root)) is not None]
    newest = max(slots, key=lambda slot: slot.number, default=None)
    told = 0 if newest is None else newest.number
    if newest is not None and told == stored + 1 and newest.text and newest.before == (last.digest if last else root):
        damaged = len(rest) > len(newest.line())
        if not damaged:
            last = newest
            rows.append(newest.text.decode())
    else:
        # Only the last row can be torn, and with it only its own slot: the other tells of the row before.
        damaged = told > stored or told < stored - 1 or b"\n" in rest[:-1] or _contradicts(newest, last)
    repeated = last is None or any((slot.number, slot.digest) == (last.number, last.digest) for slot in slots)
    tidy = len(content) == end and stored == len(rows) and repeated
    return ChainReading(header, root, tuple(rows), stored, end, last, damaged, tidy)


def _header(content: bytes) -> tuple[dict[str, Any], bytes, int]:
    """Return the header, from whichever of its two lines is sound, its digest, and where the rows begin."""
    at = HEADER_AT
    while (at := content.find(_NAME + b" ", at)) >= 0:
        line = content[at : content.find(b"\n", at) + 1]
        parts = line[:-1].split(b" ", 2)
        if len(parts) == 3 and parts[1] == _digest(b"", parts[2]):
            return _read_header(parts[2]), parts[1], _rows_at(content, at, line)
        at += 1
    raise UnreadableError(to_user("journal.header"))


def _read_header(text: bytes) -> dict[str, Any]:
    try:
        header = json.loads(text)
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, dict):
        raise UnreadableError(to_user("journal.header"))
    return header


def _rows_at(content: bytes, at: int, line: bytes) -> int:
    """Return where the rows begin, behind the second line of a header of which this one is sound."""
    end = at + len(line)
    if at > HEADER_AT:
        return end
    again = content.find(line, end)
    return (at + _pages(len(line)) if again < 0 else again) + len(line)


def _pages(size: int) -> int:
    return -(-size // SLOT) * SLOT


def _row(content: bytes, at: int, root: bytes, last: Link | None) -> Link | None:
    """Return the row that stands at a place, if it is the one that follows."""
    newline = content.find(b"\n", at)
    if newline < 0:
        return None
    parts = content[at:newline].split(b" ", 2)
    if len(parts) < 3:
        return None
    found = link(root, last, parts[2])
    return found if content[at : newline + 1] == found.line() and found.text.isascii() else None


def _slot(content: bytes, root: bytes) -> Link | None:
    """Return the row in a slot; None where there is none, or it is torn."""
    check, _, slot = content.partition(b"\n")[0].partition(b" ")
    parts = slot.split(b" ", 3)
    if check != _digest(b"", slot) or len(parts) < 4:
        return None
    before, written, digest, text = parts
    if not written.isdigit() or len(written) > _DIGITS:
        return None
    number = int(written)
    if text.isdigit():
        return Link(number, before, digest, b"")
    sound = digest == _digest(root, b"%b %d %b" % (before, number, text))
    return Link(number, before, digest, text) if sound else None


def _contradicts(newest: Link | None, last: Link | None) -> bool:
    return newest is not None and last is not None and newest.number == last.number and newest.digest != last.digest


def _digest(key: bytes, text: bytes) -> bytes:
    return blake2b(text, key=key, digest_size=_DIGEST).hexdigest().encode()
