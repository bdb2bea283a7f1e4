"""The countdown of a debate, and the time that it goes by: it stands still while the game pauses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from narrator.core.effects import Ask, Effect, Say


@dataclass(frozen=True, slots=True)
class Countdown:
    """The time of a debate, in seconds: how long it lasts, and how much of it is gone."""

    lasts: float
    gone: float

    @property
    def clock(self) -> str:
        """Return what is left as minutes and seconds."""
        minutes, seconds = divmod(round(max(0.0, self.lasts - self.gone)), 60)
        return f"{minutes}:{seconds:02}"

    def data(self) -> dict[str, float]:
        """Return it as pages are told it."""
        return {"lasts": round(self.lasts, 1), "gone": round(self.gone, 1)}


class CountdownClock:
    """Follows a game's pauses, and the public question that is open, on a clock that gives seconds.

    `factor` is how long a second of the game lasts, 0 where nothing has a length.
    """

    def __init__(self, clock: Callable[[], float], factor: float = 1.0) -> None:
        self._clock = clock
        self._factor = factor
        self._since: float | None = None
        self._rested = 0.0
        self._asked = 0.0
        self._lasts = 0.0

    @property
    def paused(self) -> bool:
        """Whether the game pauses now."""
        return self._since is not None

    @property
    def countdown(self) -> Countdown | None:
        """Return the countdown of the open question, if it has one."""
        return Countdown(self._lasts, self.now() - self._asked) if self._lasts else None

    def opened(self, ask: Ask) -> None:
        self._lasts = 0.0 if ask.timer is None else ask.timer.seconds * self._factor
        self._asked = self.now()

    def closed(self) -> None:
        self._lasts = 0.0

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
