"""A call that nobody answers: its leader goes through the motions, so that nobody hears it."""

from __future__ import annotations

from narrator.core.effects import Deed, Effect, Window


class IdleCall:
    """Whether a call is idle so far: nothing was asked or shown in it, and would be if somebody could answer it."""

    def __init__(self, window: Window) -> None:
        self.feigned = any(count.items for count in window.counts)
        """Whether its leader has to feign what is done in it."""

    def note(self, effect: Effect) -> None:
        """Take in what happens in it: a deed of the narrator's own leaves it idle."""
        self.feigned = self.feigned and isinstance(effect, Deed)
