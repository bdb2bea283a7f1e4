"""An inbox that tells somebody (a screen, the ears, the phone) which question is open."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from narrator.core.effects import Ask
from narrator.inbox.entry import Entry
from narrator.inbox.inbox import Inbox, ReadingTime


class Attendant(Protocol):
    """Somebody who is told which question is open."""

    def opened(self, ask: Ask | None) -> None:
        """A question, or a wait, was opened."""
        ...

    def closed(self) -> None:
        """It was closed."""
        ...


def at_once(tell: Callable[[], object]) -> None:
    """Tell an attendant at once."""
    tell()


class WatchedInbox:
    """An inbox and its attendant, who is told at once or, where that takes its time, by `post`, in the same order.

    Who is told `early` knows of a question while it is still being said.
    """

    def __init__(
        self,
        inbox: Inbox,
        attendant: Attendant,
        post: Callable[[Callable[[], object]], None] = at_once,
        *,
        early: bool = True,
    ) -> None:
        self._inbox = inbox
        self._attendant = attendant
        self._post = post
        self._early = early
        self._known: Ask | None = None

    @property
    def question(self) -> Ask | None:
        return self._inbox.question

    @property
    def turn(self) -> int:
        return self._inbox.turn

    def open(self, ask: Ask | None) -> None:
        """Open a question, or a wait."""
        if ask is not None and self._known is ask:
            self._inbox.open(ask)
        else:
            self._begin(ask, lambda: self._inbox.open(ask))
        self._known = None

    def open_early(self, ask: Ask) -> None:
        if self._early:
            self._known = ask
            self._begin(ask, lambda: self._inbox.open_early(ask))
        else:
            self._inbox.open_early(ask)

    def _begin(self, ask: Ask | None, opening: Callable[[], None]) -> None:
        opening()
        self._post(partial(self._attendant.opened, ask))

    def close(self) -> None:
        self._known = None
        self._inbox.close()
        self._post(self._attendant.closed)

    def reading(self, when: ReadingTime) -> None:
        self._inbox.reading(when)

    def get(self, until: float | None) -> Entry | None:
        return self._inbox.get(until)


class EditedInbox(WatchedInbox):
    """An inbox whose attendant is a screen with a line that is being typed: it is told before a turn begins.

    So what is half typed is forgotten while its turn still lasts, and never entered in the next.
    """

    def _begin(self, ask: Ask | None, opening: Callable[[], None]) -> None:
        self._attendant.opened(ask)
        opening()
