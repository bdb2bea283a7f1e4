"""The private lines of an open window, as every screen shows them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

LINES = 12
"""How many of the last ones stand on a panel, and on a phone."""


class PrivateLines:
    """What was shown since a window opened: what is shown again stands once, below all others.

    What is said to an entry stands in place of what was said to the one before.

    Only the last `most` are kept; None: all.
    """

    def __init__(self, most: int | None = LINES) -> None:
        self._most = most
        self._lines: list[str] = []
        self._replies: list[str] = []

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def add(self, text: str) -> None:
        """Show a text below all others, also where it stood there already."""
        if text in self._replies:
            self._replies.remove(text)
        if text in self._lines:
            self._lines.remove(text)
        self._lines.append(text)
        if self._most is not None:
            del self._lines[: -self._most]

    def reply(self, texts: Sequence[str]) -> None:
        """Show below all others what is said to an entry."""
        self._lines = [line for line in self._lines if line not in self._replies]
        replies = [text for text in texts if text not in self._lines]
        for text in texts:
            self.add(text)
        self._replies = replies
