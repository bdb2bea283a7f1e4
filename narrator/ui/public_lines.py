"""The last public lines, as every screen that draws itself anew shows them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class PublicLineKind(Enum):
    """What a public line is: something that is spoken, or something that only stands there."""

    CAPTION = "caption"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class PublicLine:
    """A public line. `mark` is the place of the word that is being said, from one letter to before another."""

    kind: PublicLineKind
    text: str
    mark: tuple[int, int] | None = None


class PublicLines:
    """The last `most` of them."""

    def __init__(self, most: int) -> None:
        self._lines: deque[PublicLine] = deque(maxlen=most)
        self._asleep = False

    def __iter__(self) -> Iterator[PublicLine]:
        return iter(self._lines)

    def add(self, line: PublicLine) -> None:
        """Show a line below all others."""
        self._lines.append(line)

    def sleep(self, asleep: bool) -> None:
        """Take in whether it is night: what was said by day does not light it."""
        if asleep and not self._asleep:
            self._lines.clear()
        self._asleep = asleep

    def answered(self) -> None:
        """Forget what was said to the answers that were refused."""
        for notice in [line for line in self._lines if line.kind is PublicLineKind.NOTICE]:
            self._lines.remove(notice)
