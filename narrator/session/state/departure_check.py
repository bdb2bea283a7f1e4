"""A departure that was entered once where nothing is asked: it counts when it is entered again right away."""

from __future__ import annotations

from collections.abc import Container

from narrator.core.answers import Leave
from narrator.inbox.entry import Entry, Reply


class DepartureCheck:
    """Remembers a departure that was entered once, until anything else is entered."""

    def __init__(self) -> None:
        self._once: Leave | None = None

    def first(self, entry: Entry, living: Container[int]) -> Leave | None:
        """Return the departure that must be entered again before it counts; None for every other entry.

        A departure counts at once where the entry is certain. One of nobody who lives never counts.
        """
        before, self._once = self._once, None
        match entry:
            case Reply(answer=Leave() as leave, certain=False) if leave != before and leave.seat in living:
                self._once = leave
        return self._once

    def forget(self) -> None:
        """Forget what was entered once: something else goes on."""
        self._once = None
