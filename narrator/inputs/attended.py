"""The one inbox, with somebody who is told which question is open: a screen that shows what may be answered."""

from __future__ import annotations

from typing import Protocol

from narrator.core.effects import Ask
from narrator.inputs.inbox import Entry, Inbox


class Attendant(Protocol):
    """Who is told."""

    def opened(self, ask: Ask | None) -> None:
        """A question, or a wait, was opened."""
        ...

    def closed(self) -> None:
        """It was closed."""
        ...


class WatchedInbox:
    """An inbox and its attendant, who is told by the game's thread."""

    def __init__(self, inbox: Inbox, attendant: Attendant) -> None:
        self._inbox = inbox
        self._attendant = attendant

    @property
    def question(self) -> Ask | None:
        """Return the open question."""
        return self._inbox.question

    @property
    def turn(self) -> int:
        """Return how many questions and waits have been opened."""
        return self._inbox.turn

    def open(self, ask: Ask | None) -> None:
        """Open a question, or a wait."""
        self._inbox.open(ask)
        self._attendant.opened(ask)

    def close(self) -> None:
        """Close it."""
        self._inbox.close()
        self._attendant.closed()

    def get(self, until: float | None) -> Entry | None:
        """Return the next entry that is not stale, or None at the time `until`."""
        return self._inbox.get(until)


class EditedInbox(WatchedInbox):
    """An inbox whose attendant is a screen with a line that is being typed: it is told before a turn begins.

    So what is half typed is forgotten while its turn still lasts, and never entered in the next.
    """

    def open(self, ask: Ask | None) -> None:
        """Open a question, or a wait."""
        self._attendant.opened(ask)
        self._inbox.open(ask)
