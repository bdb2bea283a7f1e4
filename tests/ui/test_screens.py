"""Several screens are shown the same, in their order."""

from __future__ import annotations

from dataclasses import dataclass, field

from narrator.core.effects import Audience, Everyone
from narrator.story.sentences import QuestionText
from narrator.ui.screens import Screens


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

    def prompt(self, text: QuestionText) -> None:
        """Note it."""
        self.told.append((self.name, "prompt", text.typed))

    def open_window(self, heading: str) -> None:
        """Note it."""
        self.told.append((self.name, "open", heading))

    def private(self, to: Audience, text: str) -> None:
        """Note it."""
        self.told.append((self.name, "private", str(to), text))

    def reply(self, to: Audience, *texts: str) -> None:
        """Note it."""
        self.told.append((self.name, "reply", str(to), *texts))

    def close_window(self) -> None:
        """Note it."""
        self.told.append((self.name, "close"))


def test_every_screen_shows_everything() -> None:
    told: list[tuple[str, ...]] = []
    screens = Screens(Notes("one", told), Notes("two", told))
    screens.caption("a")
    screens.notice("b")
    screens.prompt(QuestionText.alike("c"))
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
