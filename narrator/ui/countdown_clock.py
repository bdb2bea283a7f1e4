"""The time that countdowns go by: it stands still while the game pauses."""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.effects import Effect, Say


class CountdownClock:
    """Follows a game's pauses on a clock that gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._since: float | None = None
        self._rested = 0.0

    @property
    def paused(self) -> bool:
        """Whether the game pauses now."""
        return self._since is not None

    def effect(self, effect: Effect) -> None:
        """Notice that the game pauses, or goes on."""
        match effect:
            case Say(line="pause.on") if self._since is None:
                self._since = self._clock()
            case Say(line="pause.off") if self._since is not None:
                self._rested += self._clock() - self._since
                self._since = None
            case _:
                pass

    def now(self) -> float:
        """Return the time in seconds, without the pauses."""
        return (self._clock() if self._since is None else self._since) - self._rested
