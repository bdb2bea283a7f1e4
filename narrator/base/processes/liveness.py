"""Signs of life of what a game depends on: the thread that moves it, and the sound."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

ENGINE, SOUND = 30.0, 10.0
"""Seconds for which they may be silent: opening a loudspeaker may take the engine's thread 23, one phrase of a slow
voice a few; the audio process beats four times a second."""

STARTING = 300.0
"""Seconds that each step of a start may take: a card that is slow, a machine that has just been switched on."""


class Pulse:
    """The signs of life of one thing. Any thread may give them, and ask for them.

    It is fresh as long as the last one is at most `patience` seconds old, and while it rests: what is not running
    cannot hang. What takes longer once may be granted more.
    """

    def __init__(
        self, name: str, patience: float, *, resting: bool = False, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = name
        self._patience = patience
        self._now = now
        self._due: float | None = None if resting else now() + patience

    def beat(self) -> None:
        """Give a sign of life; it does not rest any more, and what was granted is over."""
        self._due = self._now() + self._patience

    def grant(self, seconds: float) -> None:
        """Give a sign of life, and expect the next one within so many seconds."""
        self._due = self._now() + seconds

    def rest(self) -> None:
        """Expect no sign of life before the next one."""
        self._due = None

    @property
    def fresh(self) -> bool:
        """Whether the last sign of life is recent enough."""
        due = self._due
        return due is None or self._now() <= due


@dataclass(frozen=True)
class Pulses:
    """The pulses of a table: the thread that moves the game, and the sound, which rests until it is opened."""

    engine: Pulse = field(default_factory=lambda: Pulse("engine", ENGINE))
    sound: Pulse = field(default_factory=lambda: Pulse("sound", SOUND, resting=True))
