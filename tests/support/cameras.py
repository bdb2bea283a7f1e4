"""A camera before a QR code, as a phone has one: a decoder that has nothing in common with what draws the codes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import zxingcpp

PIXELS = 4
"""Of the picture, a side of a square."""


def read_by_a_camera(light: Sequence[Sequence[bool]]) -> str:
    """Return what the code says whose squares are given, row by row; nothing where it cannot be read."""
    squares = np.array(light, dtype=np.uint8) * 255
    code = zxingcpp.read_barcode(np.kron(squares, np.ones((PIXELS, PIXELS), dtype=np.uint8)))
    return "" if code is None else code.text
