"""Plain lines, for pipes and screen readers: no colour, no cursor, nothing private but where it was told to go."""

from __future__ import annotations

import shutil
from typing import TextIO

from narrator.core.effects import Audience
from narrator.story.sentences import QuestionText, wrapped


class PlainScreen:
    """Captions, notices and questions on one stream; private lines on another, or marked on the same."""

    def __init__(self, public: TextIO, private: TextIO | None, *, led: bool, mark: str = "private") -> None:
        """`mark` is for private lines on standard output, which only a leader in `meneur` mode looks at."""
        self._public = public
        self._private = private
        self._led = led
        self._mark = mark

    def caption(self, text: str) -> None:
        self._line(self._public, text)

    def notice(self, text: str) -> None:
        self._line(self._public, text)

    def prompt(self, text: QuestionText) -> None:
        self._line(self._public, f"? {text.typed}")

    def open_window(self, heading: str) -> None:
        if self._private is not None:
            self._line(self._private, f"--- {heading}")

    def private(self, to: Audience, text: str) -> None:  # noqa: ARG002 - the file is for whoever is called
        if self._private is not None:
            self._line(self._private, text)
        elif self._led:
            self._line(self._public, f"[{self._mark}] {text}")

    def reply(self, to: Audience, *texts: str) -> None:
        for text in texts:
            self.private(to, text)

    def close_window(self) -> None:
        """Nothing is to be wiped: the file is its owner's."""

    @staticmethod
    def _line(stream: TextIO, text: str) -> None:
        stream.write(text + "\n")
        stream.flush()


class PromptScreen(PlainScreen):
    """Plain lines, broken between words on a terminal, each row indented as the first.

    `sign` stands before what is typed; empty where nobody looks.
    """

    def __init__(self, public: TextIO, sign: str) -> None:
        super().__init__(public, None, led=False)
        self._sign = sign

    def prompt(self, text: QuestionText) -> None:
        self._line(self._public, text.typed)
        self._public.write(self._sign)
        self._public.flush()

    @staticmethod
    def _line(stream: TextIO, text: str) -> None:
        if stream.isatty():
            width = max(shutil.get_terminal_size().columns - 1, 20)
            indent = text[: len(text) - len(text.lstrip())]
            rows = wrapped(text.lstrip(), width - len(indent), hyphens=False)
            text = "\n".join(indent + row for row in rows)
        PlainScreen._line(stream, text)
