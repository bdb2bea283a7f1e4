"""A little terminal that understands what the terminal's screen writes, and remembers what was ever on it."""

from __future__ import annotations

import re
from io import StringIO

from blessed import Terminal

KIND = "xterm-256color"
HEIGHT, WIDTH = 24, 80
SEQUENCE = re.compile(r"\x1b\[\?1049(?P<alt>[hl])|\x1b\[(?P<args>[\d;?]*)(?P<end>[A-Za-z])|\x1b(?:[()].|[=>78])|\x0f")


def scrolled_back(written: str) -> str:
    """Return what can be scrolled back to on a terminal that obeys no alternate screen, as tmux can be told to.

    What is cleared at once goes into its scrollback.
    """
    rows, past, row, end = [""] * HEIGHT, list[str](), 0, 0
    for found in SEQUENCE.finditer(written):
        for part in re.split(r"(\n)", written[end : found.start()]):
            if part == "\n" and row == HEIGHT - 1:
                past.append(rows.pop(0))
                rows.append("")
            elif part == "\n":
                row += 1
            else:
                rows[row] += part.replace("\r", "")
        end = found.end()
        if found["end"] == "H":
            row = int((found["args"] or "1").partition(";")[0] or 1) - 1
        elif found["end"] == "K":
            rows[row] = ""
        elif found["end"] == "J" and found["args"] == "2":
            past += rows
            rows = [""] * HEIGHT
    return "\n".join(past)


class Paper:
    """Two screens: `main`, whose lines stay, and the alternate one, of which `shown` is what is on it now."""

    def __init__(self) -> None:
        self.stream = StringIO()
        self.terminal = Terminal(kind=KIND, stream=self.stream, force_styling=True)
        self._read = 0
        self._covered = False
        self._main = [""]
        self._alt: dict[int, str] = {}
        self._row, self._column = 0, 0

    @property
    def alternate(self) -> bool:
        """Return whether the alternate screen is in front."""
        self._catch_up()
        return self._covered

    @property
    def cursor_row(self) -> int:
        """Return the row of the cursor, the first one being 0."""
        self._catch_up()
        return self._row

    @property
    def main(self) -> str:
        """Return everything on the main screen and in its scrollback."""
        self._catch_up()
        return "\n".join(self._main)

    @property
    def shown(self) -> str:
        """Return what is on the alternate screen."""
        self._catch_up()
        return "\n".join(line for _, line in sorted(self._alt.items()))

    def _catch_up(self) -> None:
        text = self.stream.getvalue()[self._read :]
        self._read += len(text)
        end = 0
        for found in SEQUENCE.finditer(text):
            self._put(text[end : found.start()])
            end = found.end()
            self._obey(found)
        self._put(text[end:])

    def _obey(self, found: re.Match[str]) -> None:
        if found["alt"]:
            self._covered = found["alt"] == "h"
            self._alt.clear()
            self._row = self._column = 0
        elif found["end"] == "H":
            row, _, column = (found["args"] or "1;1").partition(";")
            self._row, self._column = int(row or 1) - 1, int(column or 1) - 1
        elif found["end"] == "J" and self._covered:
            self._alt.clear()
        elif found["end"] == "K":
            self._line = self._line[: self._column]

    def _put(self, text: str) -> None:
        for char in text:
            if char == "\r":
                self._column = 0
            elif char == "\n":
                self._row, self._column = self._row + 1, self._column
                if not self._covered:
                    self._main.append("")
            else:
                line = self._line.ljust(self._column)
                self._line = line[: self._column] + char + line[self._column + 1 :]
                self._column += 1

    @property
    def _line(self) -> str:
        return self._alt.get(self._row, "") if self._covered else self._main[-1]

    @_line.setter
    def _line(self, line: str) -> None:
        if self._covered:
            self._alt[self._row] = line
        else:
            self._main[-1] = line
