"""Screens that hand on what they are shown: to several others, cleaned, or to the mouth.

Here is the one place where all that a game shows is cleaned of what a screen would obey.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from narrator.core.effects import Audience
from narrator.inbox.moment import Moment
from narrator.session.ports import Screen
from narrator.story.sentences import QuestionText
from narrator.ui.clean_text import clean


class Screens:
    """Shows everything on each of several screens, in their order, as `_text` gives it."""

    def __init__(self, *screens: Screen) -> None:
        self._screens = screens

    def _text(self, text: str) -> str:
        return text

    def caption(self, text: str) -> None:
        for screen in self._screens:
            screen.caption(self._text(text))

    def notice(self, text: str) -> None:
        for screen in self._screens:
            screen.notice(self._text(text))

    def prompt(self, text: QuestionText) -> None:
        for screen in self._screens:
            screen.prompt(text.changed(self._text))

    def open_window(self, heading: str) -> None:
        for screen in self._screens:
            screen.open_window(self._text(heading))

    def private(self, to: Audience, text: str) -> None:
        for screen in self._screens:
            screen.private(to, self._text(text))

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:
        for screen in self._screens:
            screen.reply(to, *map(self._text, texts), over=[*map(self._text, over)])

    def close_window(self) -> None:
        for screen in self._screens:
            screen.close_window()


class CleanScreen(Screens):
    """Screens, of whatever kind, to which words of packs, names and all else are shown, and never obeyed."""

    def _text(self, text: str) -> str:
        return clean(text)


class SpokenScreen:
    """Says notices as long as eyes are open; what is private goes nowhere.

    Captions go to another screen besides: a log, perhaps. Of what is said at night only a caption may be heard, for who
    asks then for help, or errs, must not be known (law 1). It is told the moments.
    """

    def __init__(self, captions: Screen, say: Callable[[str], object] | None) -> None:
        """Without `say` there is no sound: notices are shown where captions are."""
        self._captions = captions
        self._say = say
        self._by_day = True

    def caption(self, text: str) -> None:
        self._captions.caption(text)

    def notice(self, text: str) -> None:
        if self._say is None:
            self._captions.notice(text)
        elif self._by_day:
            self._say(text)

    def prompt(self, text: QuestionText) -> None:
        self._captions.prompt(text)

    def open_window(self, heading: str) -> None:
        """There is no private screen."""

    def private(self, to: Audience, text: str) -> None:
        """There is nowhere to show it."""

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:
        """There is nowhere to show it."""

    def close_window(self) -> None:
        """There is nothing to wipe."""

    def moment(self, moment: Moment) -> None:
        self._by_day = not moment.eyes_closed
