"""Zip files whose list of entries makes no sense: what `zipfile` stumbles over."""

from __future__ import annotations

import struct

ENTRY, NAME_AT = 46, 28  # PKWARE's application note, 4.3.12


def _list(archive: bytes) -> tuple[int, int]:
    """Return where the list of entries begins and ends."""
    end = archive.rindex(b"PK\x05\x06")
    (begin,) = struct.unpack_from("<L", archive, end + 16)
    return begin, end


def _with_first(archive: bytes, first: bytes) -> bytes:
    """Return an archive with this in place of all its list."""
    begin, end = _list(archive)
    closing = bytearray(archive[end:])
    closing[8:16] = struct.pack("<HHL", 1, 1, len(first))
    return archive[:begin] + first + bytes(closing)


def _first(archive: bytes) -> tuple[bytearray, bytes]:
    """Return the first entry of the list without its name, and the name."""
    begin, _ = _list(archive)
    (length,) = struct.unpack_from("<H", archive, begin + NAME_AT)
    entry = bytearray(archive[begin : begin + ENTRY])
    entry[NAME_AT : NAME_AT + 6] = struct.pack("<HHH", length, 0, 0)
    return entry, archive[begin + ENTRY : begin + ENTRY + length]


def with_a_nameless_entry(archive: bytes) -> bytes:
    """Return an archive that lists one entry, which has no name."""
    entry, _ = _first(archive)
    entry[NAME_AT : NAME_AT + 2] = b"\0\0"
    return _with_first(archive, bytes(entry))


def with_an_entry_at_no_place(archive: bytes) -> bytes:
    """Return an archive that lists one entry, which lies beyond what any file can have (the 64-bit form, 4.5.3)."""
    entry, name = _first(archive)
    extra = struct.pack("<HHQ", 1, 8, 1 << 63)
    entry[30:32], entry[42:46] = struct.pack("<H", len(extra)), b"\xff" * 4
    return _with_first(archive, bytes(entry) + name + extra)


def with_a_name_of_no_letters(archive: bytes) -> bytes:
    """Return an archive that lists one entry, whose name says that it is UTF-8 and is not."""
    entry, name = _first(archive)
    entry[9] |= 0x08
    return _with_first(archive, bytes(entry) + b"\xff" * len(name))
