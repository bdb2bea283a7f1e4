"""The full screen as it is drawn: its colours, the circle of seats, the private panel."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from papers import HEADING, SEER, Scene
from rich.color import Color, ColorSystem
from rich.text import Text

from narrator.rules.core.answers import Choices, Kind
from narrator.rules.core.effects import Ask
from narrator.screens.even_light import SHADE
from narrator.screens.full_screen.drawing import (
    DAY,
    NIGHT,
    ROWS,
    Palette,
    drawn_circle,
    drawn_panel,
    drawn_seats,
    lines_of,
    places,
)
from narrator.screens.full_screen.model import Panel
from narrator.screens.full_screen.panes import broken

BLACK_OR_RED = {0, 1, 9}
"""Numbers among the sixteen colours of a console."""


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colour: str, ground: str) -> float:
    return (brightness(colour) + 0.05) / (brightness(ground) + 0.05)


@pytest.mark.parametrize("palette", [DAY, NIGHT])
def test_what_is_said_and_asked_can_be_read(palette: Palette) -> None:
    assert all(contrast(colour, palette.ground) >= 4.5 for colour in (palette.text, palette.strong, palette.accent))
    assert contrast(palette.soft, palette.ground) >= 4.0


def test_the_night_is_black_and_red_on_a_console_of_sixteen_colours() -> None:
    numbers = {Color.parse(colour).downgrade(ColorSystem.STANDARD).number for colour in astuple(NIGHT)}
    assert numbers <= BLACK_OR_RED


def test_nothing_at_night_is_brighter_than_half_of_the_text_of_the_day() -> None:
    assert max(map(brightness, astuple(NIGHT))) < brightness(DAY.text) / 2


@given(players=st.integers(1, 40), width=st.integers(40, 160), height=st.integers(13, 60))
def test_no_seat_lies_upon_another_and_none_outside(players: int, width: int, height: int) -> None:
    taken: set[tuple[int, int]] = set()
    for place in places(players, width, height):
        cells = {(place.row, column) for column in range(place.left, place.left + place.width)}
        assert len(cells) >= 8, "a number and the beginning of a name find room"
        assert not cells & taken
        assert all(0 <= row < height and 0 <= column < width for row, column in cells)
        taken |= cells


@given(players=st.integers(2, 26), height=st.integers(13, 60))
def test_seats_run_clockwise_from_the_top(players: int, height: int) -> None:
    ring = places(players, 60, height)
    right = [place.row for place in ring if not place.leftward]
    left = [place.row for place in ring if place.leftward]
    assert right == sorted(right)
    assert left == sorted(left, reverse=True)
    assert [place.seat for place in ring if not place.leftward] == list(range(1, len(right) + 1))


def test_the_dead_stand_there_with_the_card_that_they_showed() -> None:
    scene = Scene()
    scene.day()
    lines = drawn_circle(scene.screen_model.snapshot(), 48, 16, DAY).plain.splitlines()
    assert "3×Chloé" in "\n".join(lines)
    row = next(index for index, line in enumerate(lines) if "Chloé" in line)
    assert "Loup-Garou" in lines[row + 1]
    assert "2◆Bruno" in "\n".join(lines), "who holds the office is marked"


@pytest.mark.parametrize("players", [5, 8, 18, 40])
def test_every_first_name_can_be_read_on_the_smallest_screen(players: int) -> None:
    names = tuple(f"Nom{seat:02}" for seat in range(1, players + 1))
    text = drawn_circle(Scene(names).screen_model.snapshot(), 46, 15, DAY).plain
    assert all(name in text for name in names)


def test_a_long_name_is_cut_and_its_seat_stays_clear() -> None:
    text = drawn_circle(Scene(("Maximilien-Alexandre-Barnabé",) * 8).screen_model.snapshot(), 48, 16, DAY).plain
    assert all(f"{seat} Maximil" in text for seat in range(1, 9))
    assert "Barnabé" not in text


def test_the_time_that_is_left_stands_in_the_middle() -> None:
    scene = Scene()
    scene.day()
    lines = drawn_circle(scene.screen_model.snapshot(), 48, 17, DAY).plain.splitlines()
    assert lines[8][22:26] == "4:51"


WIDTH, HEIGHT = 70, 10
LIGHT = ROWS * WIDTH
WORDS = st.lists(st.text("abcdefgé ?", min_size=1, max_size=60), max_size=3).map(tuple)


def lit(text: str) -> int:
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
    scene.screen_model.ask(ask)
    for text in ("Quelle carte percer ?", "Au choix : Alice.", "Quelle carte percer ?"):
        scene.screen_model.private(SEER, text)
    asked = [panel.asked for panel in [scene.screen_model.snapshot().panel] if panel is not None]
    scene.screen_model.ask(None)
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


SAID = "On touche l'épaule : le numéro 1. Des gestes ? Rien n'y comptera. « Oui » ; non !"


@given(st.integers(12, 90))
def test_no_line_begins_with_a_sign_and_nothing_is_lost(width: int) -> None:
    lines = [line.plain for line in broken(Text(SAID), width)]
    assert max(map(len, lines)) <= width
    assert not any(line.startswith((":", ";", "?", "!", "»")) for line in lines)
    assert " ".join(lines) == SAID


def test_a_word_that_is_marked_stays_marked_in_its_line() -> None:
    text = Text(SAID)
    begin = SAID.index("comptera")
    text.stylize("bold", begin, begin + len("comptera"))
    marked = [line.plain[span.start : span.end] for line in broken(text, 20) for span in line.spans]
    assert marked == ["comptera"]


def test_an_empty_text_is_an_empty_line() -> None:
    assert [line.plain for line in broken(Text(""), 20)] == [""]
