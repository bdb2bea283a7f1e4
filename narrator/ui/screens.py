"""Several screens, or several who watch, as one: what is shown on the terminal is shown on the phone too.

And the one place where all that a game shows is cleaned of what a screen would obey.
"""

from __future__ import annotations

from functools import partial

from narrator.core.answers import Answer
from narrator.core.effects import Ask, Audience, Effect
from narrator.session.lane import Lane
from narrator.session.ports import EffectLog, Screen
from narrator.ui.clean_text import clean


class Screens:
    """Shows everything on each of several screens, in their order."""

    def __init__(self, *screens: Screen) -> None:
        self._screens = screens

    def caption(self, text: str) -> None:
        """Show what is being spoken."""
        for screen in self._screens:
            screen.caption(text)

    def notice(self, text: str) -> None:
        """Show something public that is not spoken."""
        for screen in self._screens:
            screen.notice(text)

    def prompt(self, text: str) -> None:
        """Show the public question that is open."""
        for screen in self._screens:
            screen.prompt(text)

    def open_window(self, heading: str) -> None:
        """Open the private screens."""
        for screen in self._screens:
            screen.open_window(heading)

    def private(self, to: Audience, text: str) -> None:
        """Show something to the one who is called."""
        for screen in self._screens:
            screen.private(to, text)

    def close_window(self) -> None:
        """Wipe the private screens."""
        for screen in self._screens:
            screen.close_window()


class ScreenOnLane:
    """A screen that takes its time to draw: nobody waits for it but whoever shows something in secret."""

    def __init__(self, screen: Screen, lane: Lane) -> None:
        self._screen = screen
        self._lane = lane

    def caption(self, text: str) -> None:
        """Show what is being spoken."""
        self._lane.post(partial(self._screen.caption, text))

    def notice(self, text: str) -> None:
        """Show something public that is not spoken."""
        self._lane.post(partial(self._screen.notice, text))

    def prompt(self, text: str) -> None:
        """Show the public question that is open."""
        self._lane.post(partial(self._screen.prompt, text))

    def open_window(self, heading: str) -> None:
        """Open the private screen."""
        self._lane.post(partial(self._screen.open_window, heading))

    def private(self, to: Audience, text: str) -> None:
        """Show something to the one who is called, once what is public is drawn."""
        self._lane.settle()
        self._screen.private(to, text)

    def close_window(self) -> None:
        """Wipe the private screen."""
        self._lane.post(self._screen.close_window)


class CleanScreen:
    """A screen, of whatever kind, to which words of packs, names and all else are shown, and never obeyed."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def caption(self, text: str) -> None:
        """Show what is being spoken."""
        self._screen.caption(clean(text))

    def notice(self, text: str) -> None:
        """Show something public that is not spoken."""
        self._screen.notice(clean(text))

    def prompt(self, text: str) -> None:
        """Show the public question that is open."""
        self._screen.prompt(clean(text))

    def open_window(self, heading: str) -> None:
        """Open the private screen."""
        self._screen.open_window(clean(heading))

    def private(self, to: Audience, text: str) -> None:
        """Show something to the one who is called."""
        self._screen.private(to, clean(text))

    def close_window(self) -> None:
        """Wipe the private screen."""
        self._screen.close_window()


class Watchers:
    """Tells each of several watchers."""

    def __init__(self, *watchers: EffectLog) -> None:
        self._watchers = watchers

    def effect(self, effect: Effect, at: float) -> None:
        """An effect begins at this time."""
        for watcher in self._watchers:
            watcher.effect(effect, at)

    def answered(self, ask: Ask, answer: Answer, at: float) -> None:
        """An answer was stored at this time."""
        for watcher in self._watchers:
            watcher.answered(ask, answer, at)
