"""Rendered phrases in memory: bounded; what was not used for longest goes first."""

from __future__ import annotations

from collections import OrderedDict


class Memory:
    """Sounds by what was asked for, at most so many bytes in all."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._sounds: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, asked: bytes) -> bytes | None:
        """Return what was kept for `asked`, None where nothing is. It counts as a use."""
        if asked not in self._sounds:
            return None
        self._sounds.move_to_end(asked)
        return self._sounds[asked]

    def put(self, asked: bytes, sound: bytes) -> None:
        """Keep sound for `asked`; the last one that was put in stays, however long it is."""
        self._size += len(sound) - len(self._sounds.pop(asked, b""))
        self._sounds[asked] = sound
        while self._size > self._limit and len(self._sounds) > 1:
            self._size -= len(self._sounds.popitem(last=False)[1])
