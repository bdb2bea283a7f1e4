"""The private panel gives the same light whatever stands in it, and the same frame for every call."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from papers import HEADING, SEER, Scene

from narrator.core.answers import Choices, Kind
from narrator.core.effects import Ask
from narrator.ui.even_light import SHADE
from narrator.ui.full_screen.drawing import ROWS, drawn_panel, drawn_seats, lines_of
from narrator.ui.full_screen.model import Panel

WIDTH, HEIGHT = 70, 10
LIGHT = ROWS * WIDTH
WORDS = st.lists(st.text("abcdefgé ?", min_size=1, max_size=60), max_size=3).map(tuple)


def lit(text: str) -> int:
    """Return how many cells give light."""
    return sum(not letter.isspace() for letter in text)


@given(WORDS)
def test_as_many_cells_give_light_whatever_is_shown(lines: tuple[str, ...]) -> None:
    full, empty = (drawn_panel(Panel(HEADING, shown), WIDTH, HEIGHT).plain for shown in (lines, ()))
    assert lit(full) == lit(empty) == ROWS * WIDTH
    assert len(full.splitlines()) <= HEIGHT


def test_what_is_said_stands_above_the_frieze_and_is_never_covered_by_it() -> None:
    text = drawn_panel(Panel(HEADING, ("mot " * 200, "Quelle proie ?")), WIDTH, HEIGHT).plain
    assert "Quelle proie ?" in text
    assert len(text.splitlines()) == HEIGHT


def test_a_panel_that_is_full_keeps_the_last_lines() -> None:
    lines = lines_of(Panel(HEADING, tuple(f"ligne {number}" for number in range(30))), WIDTH, HEIGHT, LIGHT)
    assert lines[-1] == "ligne 29"
    assert "ligne 1" not in lines


@given(WORDS, WORDS, st.integers(1, HEIGHT))
def test_the_open_question_stands_whatever_is_said_to_its_answers(
    before: tuple[str, ...], after: tuple[str, ...], height: int
) -> None:
    question = "Quelle carte percer ?"
    lines = lines_of(Panel(HEADING, (*before, question, *after), asked=question), WIDTH, height, LIGHT)
    assert question in lines
    assert len(lines) <= height


def test_what_is_said_to_an_answer_stands_below_the_question_also_where_it_must_be_cut() -> None:
    panel = Panel(HEADING, ("Ta carte : la Voyante.", "Quelle proie ?", "mot " * 60), asked="Quelle proie ?")
    question, *reply = lines_of(panel, WIDTH, 4, LIGHT)
    assert question == "Quelle proie ?"
    assert len(reply) == 3
    assert reply[0].startswith("mot mot")


def test_the_question_is_what_is_shown_first_once_it_was_opened_and_again_where_it_is_repeated() -> None:
    scene = Scene()
    scene.window("Ta carte : la Voyante.")
    ask = Ask(question="seer.target", choices=Choices(kind=Kind.SEATS, seats=(1, 2)), living=(1, 2), to=SEER, slot=0)
    scene.screen_model.opened(ask)
    for text in ("Quelle carte percer ?", "Au choix : Alice.", "Quelle carte percer ?"):
        scene.screen_model.private(SEER, text)
    asked = [panel.asked for panel in [scene.screen_model.snapshot().panel] if panel is not None]
    scene.screen_model.closed()
    asked += [panel.asked for panel in [scene.screen_model.snapshot().panel] if panel is not None]
    assert asked == ["Quelle carte percer ?", ""]


def test_help_tells_what_the_question_takes_and_not_what_stands_below_the_window_anyway() -> None:
    scene = Scene()
    scene.window("Quelle proie ?")
    help_, advice = scene.wording.line("help.seats"), scene.wording.line("help.night")
    scene.screen_model.reply(SEER, help_, advice)
    panel = scene.screen_model.snapshot().panel
    assert panel is not None
    assert panel.lines == ("Quelle proie ?", help_)
    assert scene.screen_model.snapshot().advice == advice


def test_every_seat_stands_in_every_window_the_dead_too() -> None:
    scene = Scene()
    scene.window()
    before = drawn_seats(scene.screen_model.snapshot(), WIDTH).plain
    scene.screen_model.private(SEER, "Quelle proie ?")
    assert drawn_seats(scene.screen_model.snapshot(), WIDTH).plain == before
    assert all(name in before for name in scene.names)
    assert SHADE not in before
