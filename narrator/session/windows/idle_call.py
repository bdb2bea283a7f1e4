"""A call with nothing to do: its leader goes through the motions, so that nobody hears it."""

from __future__ import annotations

from narrator.core.answers import Answer, Seats, Token
from narrator.core.effects import Ask, Deed, Effect, Show, Window


class IdleCall:
    """Whether a call is idle so far: nothing was asked or shown in it, but that there is nothing."""

    def __init__(self, window: Window) -> None:
        self._idle = True
        self._absent = False  # whether a leader told that nobody is there
        self._gestures = any(count.items for count in window.counts)

    @property
    def feigned(self) -> bool:
        """Whether its leader has to feign what is done in it, as in any call that asks or shows something.

        Who only looks on, as the lovers do, needs no gestures of his.
        """
        return self._idle and (self._gestures or self._absent)

    def note(self, effect: Effect, answer: Answer | None = None) -> None:
        """Take in what happens in it, and what was answered: a deed of the narrator's own leaves it idle."""
        match effect:
            case Deed() | Show(word=Token.NOBODY):
                pass
            case Ask(identifies=True):
                self._absent = answer is not None and not isinstance(answer, Seats)
            case _:
                self._idle = False
