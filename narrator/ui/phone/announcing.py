"""Announcing who has the table's page, through the one inbox, and only by day.

A page is given the table by day, but the narrator may be speaking just then, and night fall before he listens again.
What has not been said by nightfall, or when a window opens, is said afterwards: nothing that is heard at night comes
from what somebody did alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from narrator.inbox.inbox import Changed, Entry, Inbox
from narrator.inbox.watched import Attendant, WatchedInbox, at_once

PAIRED, TAKEN = "phone.paired", "phone.taken"
"""The lines: a page was given the table, or it was taken from one."""


class AnnouncingInbox(WatchedInbox):
    """An inbox that also gives what is `unsaid`, the oldest first, unless it is `closed`.

    Who adds to that wakes whoever waits here by an entry of the same line.
    """

    def __init__(
        self,
        inbox: Inbox,
        attendant: Attendant,
        unsaid: deque[str],
        closed: Callable[[], bool],
        post: Callable[[Callable[[], object]], None] = at_once,
    ) -> None:
        super().__init__(inbox, attendant, post)
        self._unsaid = unsaid
        self._closed = closed

    def get(self, until: float | None) -> Entry | None:
        """Return what is to be said now, else the next entry that is not stale, or None at the time `until`."""
        while True:
            if self._unsaid and not self._closed():
                return Changed(self._unsaid.popleft())
            match super().get(until):
                case Changed(line=line) if line in (PAIRED, TAKEN):
                    continue
                case entry:
                    return entry
