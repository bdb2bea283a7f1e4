"""The window under way: when its slots begin and end, what its private screen and its light show, what it counts."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Audience, Count, Terms, Window
from narrator.core.play import choices_of
from narrator.session.counting import Counting
from narrator.session.presses import Presses
from narrator.session.rhythm import Rhythm
from narrator.session.room import Light, Pace, Room, Screen

Shown = tuple[Audience, str, Terms]


def nothing(_count: Count) -> bool:
    """Count no slot."""
    return False


@dataclass
class OpenWindow:
    """A window and its private screen. `index` is its step in the game; times are game time in seconds.

    `lengths` are those of its slots, as long as they are here; `counting` counts in it, where anything is counted.
    """

    effect: Window
    index: int
    opened: float
    pace: Pace
    screen: Screen
    lengths: tuple[float, ...]
    light: Light | None = None
    counting: Counting | None = None
    shown: list[tuple[Audience, str]] = field(default_factory=list)
    _lit: list[Shown] = field(default_factory=list)
    _presses: tuple[int, Presses] | None = None

    @classmethod
    def open(cls, effect: Window, index: int, opened: float, room: Room, rhythm: Rhythm, heading: str) -> OpenWindow:
        """Open a window: its private screen first, for the cover is heard."""
        room.screen.open_window(heading)
        room.mouth.cover(True)
        untimed = effect.led or room.pace is Pace.INSTANT
        counting, light = (None, None) if untimed else (room.counting, room.light)
        counted = nothing if counting is None else counting.counts
        lengths = rhythm.lengths(effect, counted, 0.0 if light is None else light.seconds)
        if counting is not None:
            counting.begin(rhythm.window(effect, opened, lengths, counted))
        return cls(effect, index, opened, room.pace, room.screen, lengths, room.light, counting)

    @property
    def waits(self) -> bool:
        """Whether its slots wait for their answers: a leader confirms, and at instant pace nothing has a length."""
        return self.effect.led or self.pace is Pace.INSTANT

    def start(self, slot: int) -> float:
        """Return when a slot begins: at once, where slots have no length."""
        return self.opened if self.waits else self.opened + sum(self.lengths[:slot])

    def end(self, slot: int) -> float | None:
        """Return when a slot ends; None where it waits for its answer."""
        return None if self.waits else self.start(slot + 1)

    @property
    def closes(self) -> float:
        """Return the first time at which the window may close."""
        if self.effect.led:
            return self.opened + self.effect.floor * self.pace.factor
        return self.opened + sum(self.lengths)

    def show(self, to: Audience, text: str) -> None:
        """Show a text that stands until the window closes, so that it can be repeated."""
        self.shown.append((to, text))
        self.screen.private(to, text)

    def light_up(self, to: Audience, line: str, args: Terms) -> None:
        """Give a private line to the light, until a count is over or the window closes."""
        if self.light is not None:
            self._lit.append((to, line, args))
            self.light.show(to, line, args)

    def repeat(self) -> None:
        """Show again, without a sound, what was shown in this window."""
        for to, text in self.shown:
            self.screen.private(to, text)
        if self.light is not None:
            for to, line, args in self._lit:
                self.light.show(to, line, args)

    def counted(self, item: object | None, *, over: bool) -> None:
        """Tell the light which item is being counted; what was shown for a count goes with it."""
        if self.light is not None:
            self.light.item(item)
            if over:
                self._lit.clear()
                self.light.dark()

    def press(self, ask: Ask, slot: int, item: object) -> Answer | None:
        """Take a press at an item; return the answer that stands in this slot now, None where nothing changed."""
        if self._presses is None or self._presses[0] != slot:
            self._presses = slot, Presses(choices_of(ask))
        return self._presses[1].press(item)

    def forget(self) -> None:
        """Forget what was pressed."""
        self._presses = None

    def close(self, room: Room) -> None:
        """Wipe the private screen; nothing of what was shown stays anywhere, and nothing is counted any more."""
        if self.counting is not None:
            self.counting.stop()
        if self.light is not None:
            self.light.item(None)
            self.light.dark()
        self.screen.close_window()
        room.mouth.cover(False)
