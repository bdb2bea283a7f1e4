"""A file out of a collection of resources that Qt's `rcc` made, read without Qt.

The format is that of Qt's own reader (`qresource.cpp`): a tree of nodes of 22 bytes, names in UTF-16, and data, all big
endian. Only what is stored plain or compressed by zlib is read; Zstandard is not.
"""

import struct
import zlib
from pathlib import Path

_HEADER = struct.Struct(">4s4I")
_NODE = struct.Struct(">IHHHIQ")
"""Name, flags, country, language, place in the data, and when it was changed last."""
_ZLIB, _FOLDER = 1, 2


def resource(collection: Path, name: str) -> bytes:
    """Return the content of the file of this name, in whatever folder of the collection.

    Raises:
        KeyError: no file is called so.
        ValueError: it is no such collection.
    """
    read = collection.read_bytes()
    magic, _, tree, data, names = _HEADER.unpack_from(read)
    if magic != b"qres":
        raise ValueError(f"{collection} is no collection of Qt's resources")
    for place in range(tree, len(read) - _NODE.size + 1, _NODE.size):
        named, flags, _, _, stored, _ = _NODE.unpack_from(read, place)
        if flags & _FOLDER or _name(read, names + named) != name:
            continue
        length = int.from_bytes(read[data + stored : data + stored + 4])
        content = read[data + stored + 4 : data + stored + 4 + length]
        return zlib.decompress(content[4:]) if flags & _ZLIB else content  # the first four say how long it is then
    raise KeyError(name)


def _name(read: bytes, place: int) -> str:
    """A name: its length in letters, a number made of it, and its letters."""
    letters = int.from_bytes(read[place : place + 2])
    return read[place + 6 : place + 6 + 2 * letters].decode("utf-16-be", "replace")
