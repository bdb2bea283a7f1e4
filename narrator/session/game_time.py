"""Game time: the clock's, less all pauses."""

from __future__ import annotations

from narrator.inbox.clock import Clock


class GameTime:
    """The time of one game in seconds. `stood` is how long it has stood still by now."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.stood = 0.0

    def now(self) -> float:
        """Return the game time."""
        return self._clock.now() - self.stood
