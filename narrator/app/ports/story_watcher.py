"""When the story of a game may be read: once everybody knows how it ended, and only while that stands."""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Effect


class StoryWatcher:
    """Has the story told when it is asked whether to play again, and taken back where the end was.

    `over` says whether the outcome is a public fact, `tell` is called with True when the story may be read from then
    on, and with False when not any more.
    """

    def __init__(self, over: Callable[[], bool], tell: Callable[[bool], None]) -> None:
        self._over = over
        self._tell = tell
        self._told = False

    def effect(self, effect: Effect, at: float) -> None:  # noqa: ARG002 - it is told when it is, not at a time
        over = self._over()
        told = over and (self._told or (isinstance(effect, Ask) and effect.encore))
        if told != self._told:
            self._told = told
            self._tell(told)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """An answer was stored: what follows from it is an effect."""
