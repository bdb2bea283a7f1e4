"""Plain lines: nothing private but where it was told to go."""

from __future__ import annotations

from io import StringIO

from narrator.core.effects import Holders, Leader
from narrator.story.sentences import QuestionText
from narrator.ui.plain import PlainScreen


def evening(screen: PlainScreen) -> None:
    """Show a bit of everything."""
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
    evening(PlainScreen(public, private, led=False))
    assert public.getvalue().splitlines() == PUBLIC
    assert private.getvalue().splitlines() == ["--- Pour tes yeux seuls.", *PRIVATE]


def test_a_leader_sees_them_marked_among_the_others() -> None:
    public = StringIO()
    evening(PlainScreen(public, None, led=True, mark="privé"))
    lines = public.getvalue().splitlines()
    assert [line for line in lines if not line.startswith("[privé] ")] == PUBLIC
    assert [line.removeprefix("[privé] ") for line in lines if line.startswith("[privé] ")] == PRIVATE


def test_without_a_place_for_them_they_are_not_shown_at_all() -> None:
    public = StringIO()
    evening(PlainScreen(public, None, led=False))
    assert public.getvalue().splitlines() == PUBLIC
