"""Several screens and several watchers are told the same, in their order."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrator.core.answers import CONFIRM, YES, Answer
from narrator.core.effects import Ask, Audience, Effect, Everyone, Pause
from narrator.ui.screens import Screens, Watchers


@dataclass
class Notes:
    """Notes what it is told, with its own name."""

    name: str
    told: list[tuple[str, ...]] = field(default_factory=list)

    def caption(self, text: str) -> None:
        """Note it."""
        self.told.append((self.name, "caption", text))

    def notice(self, text: str) -> None:
        """Note it."""
        self.told.append((self.name, "notice", text))

    def prompt(self, text: str) -> None:
        """Note it."""
        self.told.append((self.name, "prompt", text))

    def open_window(self, heading: str) -> None:
        """Note it."""
        self.told.append((self.name, "open", heading))

    def private(self, to: Audience, text: str) -> None:
        """Note it."""
        self.told.append((self.name, "private", str(to), text))

    def close_window(self) -> None:
        """Note it."""
        self.told.append((self.name, "close"))

    def effect(self, effect: Effect, at: float) -> None:
        """Note it."""
        self.told.append((self.name, "effect", str(effect), str(at)))

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """Note it."""
        self.told.append((self.name, "answered", ask.question, str(answer), str(at)))


def test_every_screen_shows_everything() -> None:
    told: list[tuple[str, ...]] = []
    screens = Screens(Notes("one", told), Notes("two", told))
    screens.caption("a")
    screens.notice("b")
    screens.prompt("c")
    screens.open_window("d")
    screens.private(Everyone(), "e")
    screens.close_window()
    rest = [
        ("caption", "a"),
        ("notice", "b"),
        ("prompt", "c"),
        ("open", "d"),
        ("private", "Everyone()", "e"),
        ("close",),
    ]
    assert told == [(name, *shown) for shown in rest for name in ("one", "two")]


def test_every_watcher_is_told_of_every_effect_and_answer() -> None:
    told: list[tuple[str, ...]] = []
    watchers = Watchers(Notes("one", told), Notes("two", told))
    ask = Ask(question="ready", choices=CONFIRM, living=())
    watchers.effect(Pause(seconds=1.0), 2.0)
    watchers.answered(ask, YES, 3.0)
    assert [entry[:2] for entry in told] == [
        *(("one", "effect"), ("two", "effect")),
        *(("one", "answered"), ("two", "answered")),
    ]
    assert told[0][1:] == told[1][1:]
    assert told[2][1:] == told[3][1:]
