"""What is looked at before a game: lines, and a sign where somebody may type."""

from __future__ import annotations

from io import StringIO

import pytest

from narrator.story.sentences import QuestionText
from narrator.ui.plain import PromptScreen

LONG = "Les prénoms, dans le sens des aiguilles d'une montre, séparés par des virgules. Entrée : les numéros suffisent."


class Terminal(StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def test_a_question_is_a_line_with_a_sign_behind_it() -> None:
    public = StringIO()
    screen = PromptScreen(public, "> ")
    screen.caption("Bonsoir.")
    screen.prompt(QuestionText.alike(LONG))
    assert public.getvalue() == f"Bonsoir.\n{LONG}\n> "


def test_where_nobody_looks_there_is_no_sign() -> None:
    public = StringIO()
    PromptScreen(public, "").prompt(QuestionText.alike(LONG))
    assert public.getvalue() == f"{LONG}\n"


def test_on_a_terminal_lines_are_broken_between_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    public = Terminal()
    PromptScreen(public, "> ").prompt(QuestionText.alike(LONG))
    *lines, sign = public.getvalue().split("\n")
    assert (sign, " ".join(lines).replace("\u00a0", " ")) == ("> ", LONG)
    assert max(map(len, lines)) < 40


def test_the_rows_of_a_line_are_indented_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    public = Terminal()
    PromptScreen(public, "").notice(f"  {LONG}")
    rows = public.getvalue().splitlines()
    assert all(row.startswith("  ") and not row.startswith("   ") for row in rows)
    assert max(map(len, rows)) < 40
