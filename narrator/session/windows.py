"""The window under way: when its slots begin and end, and what its private screen shows."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrator.core.effects import Audience, Window
from narrator.session.room import Pace, Screen


@dataclass
class OpenWindow:
    """A window and its private screen. `index` is its step in the game; times are game time in seconds."""

    effect: Window
    index: int
    opened: float
    pace: Pace
    screen: Screen
    shown: list[tuple[Audience, str]] = field(default_factory=list)

    @property
    def waits(self) -> bool:
        """Whether its slots wait for their answers: a leader confirms, and at instant pace nothing has a length."""
        return self.effect.led or self.pace is Pace.INSTANT

    def start(self, slot: int) -> float:
        """Return when a slot begins: at once, where slots have no length."""
        return self.opened if self.waits else self.opened + sum(self.effect.slots[:slot]) * self.pace.factor

    def end(self, slot: int) -> float | None:
        """Return when a slot ends; None where it waits for its answer."""
        return None if self.waits else self.start(slot + 1)

    @property
    def closes(self) -> float:
        """Return the first time at which the window may close."""
        seconds = self.effect.floor if self.effect.led else self.effect.seconds
        return self.opened + seconds * self.pace.factor

    def show(self, to: Audience, text: str) -> None:
        """Show a text that stands until the window closes, so that it can be repeated."""
        self.shown.append((to, text))
        self.screen.private(to, text)

    def repeat(self) -> None:
        """Show again, without a sound, what was shown in this window."""
        for to, text in self.shown:
            self.screen.private(to, text)
