"""The screen before a game: what is told and asked, each on its own line, and a sign after a question."""

from __future__ import annotations

import shutil
from typing import TextIO

from narrator.story.sentences import QuestionText, wrapped
from narrator.ui.plain import PlainScreen


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
