"""Screens that hand on what they are shown: to several others, cleaned, or to the mouth; and plain lines.

Plain lines are for pipes and screen readers: no colour, no cursor, nothing private but where it was told to go. Here is
the one place where all that a game shows is cleaned of what a screen would obey.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Sequence
from typing import TextIO

from narrator.base.sentences import QuestionText, wrapped
from narrator.rules.core.effects import Audience
from narrator.screens.clean_text import clean
from narrator.table.inbox.moment import Moment
from narrator.table.session.ports import Screen


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


class NoScreen:
    """Nobody looks."""

    def caption(self, text: str) -> None:
        """Show nothing."""

    def notice(self, text: str) -> None:
        """Show nothing."""

    def prompt(self, text: QuestionText) -> None:
        """Show nothing."""

    def open_window(self, heading: str) -> None:
        """Show nothing."""

    def private(self, to: Audience, text: str) -> None:
        """Show nothing."""

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:
        """Show nothing."""

    def close_window(self) -> None:
        """Show nothing."""


class SpokenScreen(NoScreen):
    """Says notices as long as eyes are open; what is private goes nowhere.

    Captions go to another screen besides: a log, perhaps. Of what is said at night only a caption may be heard, for who
    asks then for help, or errs, must not be known (law 1). It is told the moments.

    A notice of another thread than the one that tells, a pad's, is said before the next line, if no question comes
    first: nobody speaks into a line, and the pad's thread reads on.
    """

    def __init__(self, captions: Screen, say: Callable[[str], object] | None) -> None:
        """Without `say` there is no sound: notices are shown where captions are."""
        self._captions = captions
        self._say = say
        self._by_day = True
        self._teller = threading.get_ident()
        self._unsaid = ""

    def caption(self, text: str) -> None:
        self._teller = threading.get_ident()
        unsaid, self._unsaid = self._unsaid, ""
        if unsaid:
            self.notice(unsaid)
        self._captions.caption(text)

    def notice(self, text: str) -> None:
        if self._say is None:
            self._captions.notice(text)
        elif threading.get_ident() != self._teller:
            self._unsaid = text
        elif self._by_day:
            self._say(text)

    def prompt(self, text: QuestionText) -> None:
        self._unsaid = ""
        self._captions.prompt(text)

    def moment(self, moment: Moment) -> None:
        self._by_day = not moment.eyes_closed


class PrivateApart(Screens):
    """A screen whose private lines go to a file alone, for whoever is called: its windows show none."""

    def __init__(self, screen: Screen, private: TextIO) -> None:
        super().__init__(screen)
        self._private = private

    def open_window(self, heading: str) -> None:
        super().open_window(heading)
        _print(self._private, f"--- {heading}")

    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - the file is for whoever is called
        _print(self._private, text)

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:  # noqa: ARG002 - what is written stays
        for text in texts:
            self.private(to, text)


class PlainScreen(NoScreen):
    """Captions, notices and questions on one stream, and there, marked, what is for a leader, who alone looks at it.

    On a terminal they are broken between words, each row indented as the first.
    """

    def __init__(self, public: TextIO, *, led: bool = False, mark: str = "private") -> None:
        """`mark` is for private lines, which are shown where the game is `led`."""
        self._public = public
        self._led = led
        self._mark = mark

    def caption(self, text: str) -> None:
        self._line(text)

    def notice(self, text: str) -> None:
        self._line(text)

    def prompt(self, text: QuestionText) -> None:
        self._line(f"? {text.typed}")

    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - a leader sees whatever is private
        if self._led:
            self._line(f"[{self._mark}] {text}")

    def reply(self, to: Audience, *texts: str, over: Sequence[str] = ()) -> None:  # noqa: ARG002 - what is written stays
        for text in texts:
            self.private(to, text)

    def _line(self, text: str) -> None:
        if self._public.isatty():
            width = max(shutil.get_terminal_size().columns - 1, 20)
            indent = text[: len(text) - len(text.lstrip())]
            rows = wrapped(text.lstrip(), width - len(indent), hyphens=False)
            text = "\n".join(indent + row for row in rows)
        _print(self._public, text)


class PromptScreen(PlainScreen):
    """Plain lines before a game and after it, a question without a mark.

    `sign` stands before what is typed; empty where nobody looks.
    """

    def __init__(self, public: TextIO, sign: str) -> None:
        super().__init__(public)
        self._sign = sign

    def prompt(self, text: QuestionText) -> None:
        self._line(text.typed)
        self._public.write(self._sign)
        self._public.flush()


def _print(stream: TextIO, text: str) -> None:
    stream.write(text + "\n")
    stream.flush()
