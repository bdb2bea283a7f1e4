"""Writes what Qt's `rcc` would make of some files, for tests of what reads it."""

from __future__ import annotations

import struct
import zlib


def collection(files: dict[str, bytes], *, folder: str = "lang", compressed: bool = False) -> bytes:
    """A collection as `rcc` writes it: a folder at the top, and in it the files."""
    data, names, nodes = b"", b"", b""

    def named(name: str) -> int:
        nonlocal names
        place = len(names)
        names += struct.pack(">HI", len(name), 0) + name.encode("utf-16-be")
        return place

    nodes += struct.pack(">IHIIQ", named(folder), 2, len(files), 1, 0)
    for name, content in files.items():
        kept = struct.pack(">I", len(content)) + zlib.compress(content) if compressed else content
        nodes += struct.pack(">IHHHIQ", named(name), int(compressed), 0, 1, len(data), 0)
        data += struct.pack(">I", len(kept)) + kept
    head = 20
    return (
        struct.pack(">4s4I", b"qres", 2, head + len(data) + len(names), head, head + len(data)) + data + names + nodes
    )
