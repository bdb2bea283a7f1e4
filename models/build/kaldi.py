"""Kaldi's binary files: writing their few kinds of values, and reading those of a network.

A token is text and one space. A number is the count of its bytes, then its bytes, little-endian. A vector is `FV `, its
length, its floats; a matrix `FM `, rows, columns, floats row by row. A list of integers is the size of one, the bare
length (four bytes, no size before it), the integers.
"""

import struct
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

BINARY = b"\0B"
"""How every binary file begins."""


def token(text: str) -> bytes:
    """A word of the file's structure, such as `<Nnet3>`."""
    return text.encode() + b" "


def integer(value: int) -> bytes:
    """A signed integer of 32 bits."""
    return struct.pack("<bi", 4, value)


def single(value: float) -> bytes:
    """A float of 32 bits."""
    return struct.pack("<bf", 4, value)


def double(value: float) -> bytes:
    """A float of 64 bits."""
    return struct.pack("<bd", 8, value)


def integers(values: Sequence[int]) -> bytes:
    """A list of integers of 32 bits."""
    return struct.pack("<bi", 4, len(values)) + np.asarray(values, "<i4").tobytes()


def vector(values: ArrayLike) -> bytes:
    """A vector of floats of 32 bits."""
    array = np.asarray(values, "<f4")
    return token("FV") + integer(array.size) + array.tobytes()


def matrix(values: ArrayLike) -> bytes:
    """A matrix of floats of 32 bits."""
    array = np.ascontiguousarray(values, "<f4")
    return token("FM") + integer(array.shape[0]) + integer(array.shape[1]) + array.tobytes()


class FormatError(ValueError):
    """The file holds something else at this place."""


class Reader:
    """Reads a binary file from its first byte to its last, by what is expected next."""

    def __init__(self, data: bytes) -> None:
        if not data.startswith(BINARY):
            raise FormatError("not a binary Kaldi file")
        self._data, self._place = data, len(BINARY)

    def _bytes(self, count: int) -> bytes:
        taken = self._data[self._place : self._place + count]
        if len(taken) < count:
            raise FormatError("the file ends too early")
        self._place += count
        return taken

    def _packed(self, form: str) -> Any:
        return struct.unpack(form, self._bytes(struct.calcsize(form)))[0]

    def _size(self, size: int) -> None:
        if (found := self._packed("<b")) != size:
            raise FormatError(f"a number of {found} bytes stands where one of {size} was expected")

    def token(self) -> str:
        """The next token."""
        return self._until(b" ")

    def _until(self, mark: bytes) -> str:
        end = self._data.find(mark, self._place)
        if end < 0:
            raise FormatError("the file ends too early")
        text = self._data[self._place : end].decode()
        self._place = end + 1
        return text

    def expect(self, *tokens: str) -> None:
        """Read these tokens. Raises `FormatError` if others stand there."""
        for wanted in tokens:
            if (found := self.token()) != wanted:
                raise FormatError(f"{found!r} stands where {wanted!r} was expected")

    def pass_by(self, *tokens: str) -> None:
        """Go on after the next place where these tokens stand. Raises `FormatError` if they stand nowhere."""
        wanted = b"".join(map(token, tokens))
        found = self._data.find(wanted, self._place)
        if found < 0:
            raise FormatError(f"{' '.join(tokens)!r} stands nowhere in the rest of the file")
        self._place = found + len(wanted)

    def integer(self) -> int:
        """A signed integer of 32 bits."""
        self._size(4)
        return int(self._packed("<i"))

    def single(self) -> float:
        """A float of 32 bits."""
        self._size(4)
        return float(self._packed("<f"))

    def _floats(self, count: int) -> NDArray[np.float32]:
        return np.frombuffer(self._bytes(4 * count), "<f4")

    def vector(self) -> NDArray[np.float32]:
        """A vector of floats of 32 bits."""
        self.expect("FV")
        return self._floats(self.integer())

    def matrix(self) -> NDArray[np.float32]:
        """A matrix of floats of 32 bits."""
        self.expect("FM")
        rows, columns = self.integer(), self.integer()
        return self._floats(rows * columns).reshape(rows, columns)
