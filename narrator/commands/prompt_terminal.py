"""The terminal at which a person speaks prompts: it shows each, and is answered with a key and Enter."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from textwrap import fill

import click

from narrator.recording.prompts import Prompt
from narrator.ui.clean_text import clean, raw

_INDENT = 4


class PromptTerminal:
    """The terminal: what to say stands out between what stands around it."""

    def show(self, prompt: Prompt, number: int, total: int) -> None:
        before, after = (text and click.style(clean(text), dim=True) for text in (prompt.before, prompt.after))
        width, indent = get_terminal_size().columns - _INDENT, " " * _INDENT
        words = click.style(
            fill(clean(prompt.words), width, initial_indent=indent, subsequent_indent=indent), bold=True
        )
        manner = f" ({prompt.manner})" if prompt.manner else ""
        shown = (f"\n{number}/{total}{manner}", before, words, after)
        self.tell("\n\n".join(filter(None, shown)) + "\n")

    def tell(self, sentence: str) -> None:
        click.echo(sentence, file=raw(sys.stdout))

    def ask(self, question: str) -> str:
        try:
            return input(question).strip().lower()[:1]
        except (EOFError, KeyboardInterrupt):
            print()
            return "q"
