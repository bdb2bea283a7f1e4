"""Announcing who has the table's page, and its code, through the one inbox, and only by day.

A page is given the table by day, but the narrator may be speaking just then, and night fall before he listens again.
What has not been said by nightfall, or when a window opens, is said afterwards: nothing that is heard at night comes
from what somebody did alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from narrator.inbox.entry import Changed, Entry
from narrator.inbox.inbox import Inbox
from narrator.inbox.watched import Attendant, WatchedInbox, at_once

PAIRED, TAKEN = "phone.paired", "phone.taken"
"""The lines: a page was given the table, or it was taken from one."""

NEWS: Final = Changed("")
"""Wakes whoever waits, for there is something that is unsaid; it is nothing itself."""


class AnnouncingInbox(WatchedInbox):
    """An inbox that also gives what is `unsaid`, the oldest first, unless it is `closed`.

    Who adds to that puts `NEWS` in the inbox.
    """

    def __init__(
        self,
        inbox: Inbox,
        attendant: Attendant,
        unsaid: deque[Changed],
        closed: Callable[[], bool],
        post: Callable[[Callable[[], object]], None] = at_once,
    ) -> None:
        super().__init__(inbox, attendant, post)
        self._unsaid = unsaid
        self._closed = closed

    def get(self, until: float | None) -> Entry | None:
        while True:
            if self._unsaid and not self._closed():
                return self._unsaid.popleft()
            entry = super().get(until)
            if entry != NEWS:
                return entry
