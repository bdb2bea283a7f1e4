"""The mouth of a table without sound, and the clock by which what it says can break off."""

from __future__ import annotations

from collections.abc import Callable

from narrator.core.effects import Scene
from narrator.inbox.inbox import Clock
from narrator.story.markup import Utterance

LOOK = 0.05
"""Seconds between two looks whether something happened, while a silence lasts."""


class InterruptibleClock:
    """A clock whose sleep ends early when something happens."""

    def __init__(self, clock: Clock, happened: Callable[[], bool]) -> None:
        self._clock = clock
        self._happened = happened

    def now(self) -> float:
        return self._clock.now()

    def sleep(self, seconds: float) -> None:
        end = self.now() + seconds
        while not self._happened() and (left := end - self.now()) > 0:
            self._clock.sleep(min(left, LOOK))


class CaptionsOnly:
    """A mouth without sound: it takes the time that the words would take, so that the rhythm holds.

    `seconds` estimates that time; at instant pace there is none.
    """

    def __init__(self, clock: Clock, seconds: Callable[[Utterance], float]) -> None:
        self._clock = clock
        self._seconds = seconds

    def speak(self, utterance: Utterance) -> None:
        self._clock.sleep(self._seconds(utterance))

    def scene(self, scene: Scene, take: int, gain: float = 0.0) -> None:
        """Nothing is heard between the lines."""

    def cover(self, on: bool) -> None:
        """There is nothing to cover with."""

    def volume(self, steps: int) -> bool:  # noqa: ARG002 - there is nothing to set
        return False


def instantly(_utterance: Utterance) -> float:
    """Estimate that an utterance takes no time: for pipes and tests."""
    return 0.0
