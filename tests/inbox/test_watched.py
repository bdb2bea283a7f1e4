"""Who is told which question is open is told of each once, and early where that is wished."""

from __future__ import annotations

import pytest

from narrator.core.answers import CONFIRM
from narrator.core.effects import Ask
from narrator.inbox.inbox import EditedInbox, LiveInbox, WatchedInbox
from narrator.rehearsal.virtual_table import VirtualClock

READY = Ask(question="ready", choices=CONFIRM, living=(1, 2, 3))


class Noting:
    """Notes what it is told."""

    def __init__(self) -> None:
        self.told: list[Ask | str | None] = []

    def opened(self, ask: Ask | None) -> None:
        """Note a question, or a wait."""
        self.told.append(ask)

    def closed(self) -> None:
        """Note an end."""
        self.told.append("closed")


@pytest.mark.parametrize("kind", [WatchedInbox, EditedInbox])
def test_a_question_that_is_still_being_said_is_told_of_once(kind: type[WatchedInbox]) -> None:
    noting = Noting()
    inbox = kind(LiveInbox(VirtualClock()), noting)
    inbox.open_early(READY)
    assert noting.told == [READY]
    inbox.open(READY)
    inbox.close()
    inbox.open(READY)
    assert noting.told == [READY, "closed", READY]


def test_ears_are_told_of_a_question_once_it_was_said() -> None:
    noting = Noting()
    inbox = WatchedInbox(LiveInbox(VirtualClock()), noting, early=False)
    inbox.open_early(READY)
    assert noting.told == []
    inbox.open(READY)
    assert noting.told == [READY]
