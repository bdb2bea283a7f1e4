"""Plain lines: nothing private but where it was told to go; before a game, broken between words."""

from __future__ import annotations

from io import StringIO

import pytest
from papers import PaperTable

from narrator.base.sentences import QuestionText
from narrator.rules.core.effects import Holders, Leader
from narrator.screens.screens import PlainScreen, PrivateApart, PromptScreen
from narrator.table.session.ports import Screen


def evening(screen: Screen) -> None:
    screen.caption("La Voyante s'éveille.")
    screen.open_window("Pour tes yeux seuls.")
    screen.private(Holders("voyante"), "Quelle carte percer ?")
    screen.close_window()
    screen.notice("Le son baisse.")
    screen.prompt(QuestionText.alike("Qui a le plus de voix ?"))
    screen.private(Leader(), "Le numéro 1 : un Loup-Garou.")


PUBLIC = ["La Voyante s'éveille.", "Le son baisse.", "? Qui a le plus de voix ?"]
PRIVATE = ["Quelle carte percer ?", "Le numéro 1 : un Loup-Garou."]


def test_private_lines_go_to_their_file_alone() -> None:
    public, private = StringIO(), StringIO()
    evening(PrivateApart(PlainScreen(public), private))
    assert public.getvalue().splitlines() == PUBLIC
    assert private.getvalue().splitlines() == ["--- Pour tes yeux seuls.", *PRIVATE]


def test_on_a_terminal_they_go_to_their_file_alone_and_windows_are_as_long() -> None:
    private, laid = StringIO(), PaperTable()
    screen = PrivateApart(laid.screen, private)
    screen.open_window("Pour tes yeux seuls.")
    screen.private(Holders("voyante"), PRIVATE[0])
    screen.reply(Holders("voyante"), "Noté.", "Rien d'autre.")
    laid.screen.look()
    assert laid.paper.alternate
    assert laid.paper.lines == ["Pour tes yeux seuls."]
    screen.close_window()
    screen.private(Leader(), PRIVATE[1])
    assert not laid.paper.alternate
    assert private.getvalue().splitlines() == [
        "--- Pour tes yeux seuls.",
        PRIVATE[0],
        "Noté.",
        "Rien d'autre.",
        PRIVATE[1],
    ]


def test_a_leader_sees_them_marked_among_the_others() -> None:
    public = StringIO()
    evening(PlainScreen(public, led=True, mark="privé"))
    lines = public.getvalue().splitlines()
    assert [line for line in lines if not line.startswith("[privé] ")] == PUBLIC
    assert [line.removeprefix("[privé] ") for line in lines if line.startswith("[privé] ")] == PRIVATE


def test_without_a_place_for_them_they_are_not_shown_at_all() -> None:
    public = StringIO()
    evening(PlainScreen(public))
    assert public.getvalue().splitlines() == PUBLIC


LONG = "Les prénoms, dans le sens des aiguilles d'une montre, séparés par des virgules. Entrée : les numéros suffisent."


class Terminal(StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
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


def test_in_a_game_they_are_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    public = Terminal()
    PlainScreen(public).caption(LONG)
    assert " ".join(public.getvalue().split()) == " ".join(LONG.split())
    assert max(map(len, public.getvalue().splitlines())) < 40


def test_the_rows_of_a_line_are_indented_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    public = Terminal()
    PromptScreen(public, "").notice(f"  {LONG}")
    rows = public.getvalue().splitlines()
    assert all(row.startswith("  ") and not row.startswith("   ") for row in rows)
    assert max(map(len, rows)) < 40
