"""The private panel gives the same light whatever stands in it, and the same frame for every call."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from screen_models import HEADING, SEER, Scene

from narrator.ui.even_light import SHADE
from narrator.ui.full_screen.private_panel import ROWS, drawn, lines_of, seats
from narrator.ui.full_screen.snapshot import Panel

WIDTH, HEIGHT = 70, 10
WORDS = st.lists(st.text("abcdefgé ?", min_size=1, max_size=60), max_size=3).map(tuple)


def lit(text: str) -> int:
    """Return how many cells give light."""
    return sum(not letter.isspace() for letter in text)


@given(WORDS)
def test_as_many_cells_give_light_whatever_is_shown(lines: tuple[str, ...]) -> None:
    full, empty = (drawn(Panel(HEADING, shown), WIDTH, HEIGHT).plain for shown in (lines, ()))
    assert lit(full) == lit(empty) == ROWS * WIDTH
    assert len(full.splitlines()) <= HEIGHT


def test_what_is_said_stands_above_the_frieze_and_is_never_covered_by_it() -> None:
    text = drawn(Panel(HEADING, ("mot " * 200, "Quelle proie ?")), WIDTH, HEIGHT).plain
    assert "Quelle proie ?" in text
    assert len(text.splitlines()) == HEIGHT


def test_a_panel_that_is_full_keeps_the_last_lines() -> None:
    lines = lines_of(Panel(HEADING, tuple(f"ligne {number}" for number in range(30))), WIDTH, HEIGHT)
    assert lines[-1] == "ligne 29"
    assert "ligne 1" not in lines


def test_every_seat_stands_in_every_window_the_dead_too() -> None:
    scene = Scene()
    scene.window()
    before = seats(scene.screen_model.snapshot(), WIDTH).plain
    scene.screen_model.private(SEER, "Quelle proie ?")
    assert seats(scene.screen_model.snapshot(), WIDTH).plain == before
    assert all(name in before for name in scene.names)
    assert SHADE not in before
