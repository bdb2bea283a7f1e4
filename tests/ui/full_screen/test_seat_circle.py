"""The circle of seats on a screen of letters: everybody is there, clockwise, and nobody upon another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from papers import Scene

from narrator.ui.full_screen.drawing import DAY, drawn_circle, places


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
