"""Cleaning text before a screen shows it: what a pack, a file or a server wrote is shown, never obeyed.

A terminal obeys control characters, and writes backwards after some that nobody sees. Each becomes one visible
character, or a blank, so that places in a text stay the same.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from narrator.base.whole_files import naming

SEEN = "\N{REPLACEMENT CHARACTER}"
"""Stands where something stood that is not for people."""
CONTROLS = (*range(0x20), *range(0x7F, 0xA0))
"""The control characters of ASCII and of Latin-1: escape sequences begin with one of them."""
TURNING = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""What turns the direction of the letters after it."""
BREAKING = (*range(0x09, 0x0E), 0x85, 0x2028, 0x2029)
"""What moves to another place or line."""
HALVES = range(0xD800, 0xE000)
"""What is no character at all: a byte that could not be read."""

OUTPUT = Path("/dev/stdout")
"""How errors name standard output."""

_TEXT = {**dict.fromkeys((*CONTROLS, *TURNING, *HALVES), SEEN), **dict.fromkeys(BREAKING, " ")}
_LINES = {code: seen for code, seen in _TEXT.items() if chr(code) not in "\n\t"}


def clean(text: str) -> str:
    """Return a text in which nothing is left that a terminal obeys; it is as long as before, and one line."""
    return text.translate(_TEXT)


class CleanStream:
    """Standard output or error: whatever is printed is clean, but for the ends of its lines.

    `raw` is the stream itself, for a program's own control sequences.
    """

    def __init__(self, raw: TextIO) -> None:
        self.raw = raw

    def write(self, text: str) -> int:
        self.raw.write(text.translate(_LINES))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> object:
        return getattr(self.raw, name)


class PrintedText(CleanStream):
    """Standard output, whatever is printed being clean. What cannot be printed is an error that names it."""

    def write(self, text: str) -> int:
        with naming(OUTPUT):
            return super().write(text)

    def flush(self) -> None:
        with naming(OUTPUT):
            self.raw.flush()

    def drop(self) -> None:
        """Print no more, so that at its end Python does not try again."""
        with suppress(OSError):  # no file of the system's
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, self.raw.fileno())
            os.close(nowhere)


def raw(stream: TextIO) -> TextIO:
    """Return a stream to which control sequences may be written."""
    return stream.raw if isinstance(stream, CleanStream) else stream
