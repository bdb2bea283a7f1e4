"""The circle of seats: where each stands, one beside the other, and what is told of it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import pytest
from page_scripts import PageScripts

FINGER = 44
"""Pixels that a target for a finger has at least, either way."""


@dataclass(frozen=True)
class Seated:
    """Where seats stand in a box: their middles, y downwards, and the size of each."""

    places: list[tuple[float, float]]
    wide: float
    high: float
    round: bool
    least: float

    def overlaps(self) -> list[tuple[tuple[float, float], tuple[float, float]]]:
        return [
            (one, other)
            for one, other in itertools.combinations(self.places, 2)
            if abs(one[0] - other[0]) < self.wide and abs(one[1] - other[1]) < self.high
        ]


def seated(players: int, width: float, height: float) -> Seated:
    scripts = PageScripts("circle")
    laid = scripts.call("circle.seatsIn", players, width, height)
    return Seated(laid["places"], laid["wide"], laid["high"], laid["round"], laid["least"])


ROUND = [(5, 296, 180), (8, 296, 180), (8, 296, 250), (12, 366, 400), (12, 296, 300), (18, 366, 430), (8, 400, 300)]


@pytest.mark.parametrize(("players", "width", "height"), ROUND)
def test_seats_stand_around_a_table_as_large_as_a_finger_and_none_on_another(
    players: int, width: int, height: int
) -> None:
    laid = seated(players, width, height)
    assert laid.round
    assert len(laid.places) == players
    assert laid.overlaps() == []
    assert min(laid.wide, laid.high) >= FINGER
    assert all(laid.wide / 2 <= x + 0.01 and x <= width - laid.wide / 2 + 0.01 for x, _ in laid.places)
    assert all(laid.high / 2 <= y + 0.01 and y <= height - laid.high / 2 + 0.01 for _, y in laid.places)


@pytest.mark.parametrize(("players", "width", "height"), [(40, 366, 430), (18, 296, 180), (12, 100, 40)])
def test_where_no_circle_has_room_seats_stand_in_rows_that_say_how_high_they_are(
    players: int, width: int, height: int
) -> None:
    laid = seated(players, width, height)
    assert not laid.round
    assert laid.overlaps() == []
    assert min(laid.wide, laid.high) >= FINGER
    assert all(laid.wide / 2 <= x <= width - laid.wide / 2 for x, _ in laid.places)
    assert max(y for _, y in laid.places) + laid.high / 2 <= laid.least


def test_seat_one_is_at_the_top_and_the_others_follow_clockwise() -> None:
    (_, above), (right, _), (_, below), (left, _) = seated(4, 300, 300).places
    assert (above < 100, right > 200, below > 200, left < 100) == (True, True, True, True)


def drawn(players: int, *, names: list[str] | None = None, **view: Any) -> PageScripts:
    scripts = PageScripts("circle")
    scripts.run("globalThis.here = new circle.Circle(() => null); return 0")
    show(scripts, players, names=names, **view)
    return scripts


def show(scripts: PageScripts, players: int, *, names: list[str] | None = None, **view: Any) -> None:
    greeting = {"players": players, "names": names or [""] * players, "language": "fr"}
    scripts.call("here.show", greeting, {"dead": [], "office": None, **view})


def seats(scripts: PageScripts, what: str) -> list[Any]:
    found: list[Any] = scripts.run(f"document.getElementById('circle').querySelectorAll('button').map((one) => {what})")
    return found


def test_a_seat_tells_name_death_card_and_office_to_the_eye_and_to_the_ear() -> None:
    scripts = drawn(3, names=["Alice", "", "Chloé"], dead=[[2, ""], [3, "Sorcière"]], office=1)
    alice, second, chloe = seats(scripts, "one.textContent")
    assert alice.startswith("1Alice, ")
    assert second.startswith("2, ")
    assert chloe.startswith("3Chloé, ")
    assert chloe.endswith("Sorcière")
    assert seats(scripts, "one.className") == ["office", "dead unnamed", "dead"]


def test_the_same_circle_is_not_drawn_twice_and_another_is_drawn_alone() -> None:
    scripts = drawn(5)
    scripts.run("document.getElementById('circle').querySelector('button').kept = true")
    show(scripts, 5)
    assert seats(scripts, "one.kept ?? false")[0]
    show(scripts, 6)
    assert len(seats(scripts, "one.kept ?? false")) == 6
    assert not any(seats(scripts, "one.kept ?? false"))
