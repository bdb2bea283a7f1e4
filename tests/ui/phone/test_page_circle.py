"""The circle of seats: drawn for the eye, one beside the other, and listed for the ear."""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

import pytest
from page_scripts import PageScripts

RADIUS = 78


def drawn(players: int, *, names: list[str] | None = None, **view: Any) -> PageScripts:
    scripts = PageScripts("circle")
    show(scripts, players, names=names, **view)
    return scripts


def show(scripts: PageScripts, players: int, *, names: list[str] | None = None, **view: Any) -> None:
    greeting = {"players": players, "names": names or [""] * players, "language": "fr"}
    scripts.call("circle.drawCircle", greeting, {"dead": [], "office": None, **view})


def places(scripts: PageScripts) -> list[tuple[float, float]]:
    """Return where the seats are drawn, seat 1 first; y grows downwards."""
    moved = scripts.run("document.getElementById('circle').querySelectorAll('g').map((g) => g.attributes.transform)")
    return [(float(x), float(y)) for x, y in (re.findall(r"-?[\d.]+", move) for move in moved)]


def listed(scripts: PageScripts) -> list[str]:
    found: list[str] = scripts.run(
        "document.getElementById('circle').querySelectorAll('li').map((li) => li.textContent)"
    )
    return found


@pytest.mark.parametrize("players", [4, 8, 18, 35])
def test_seats_stand_on_a_circle_and_no_plate_lies_on_another(players: int) -> None:
    scripts = drawn(players)
    seats = places(scripts)
    assert len(seats) == players
    assert all(math.hypot(*seat) == pytest.approx(RADIUS, abs=0.1) for seat in seats)
    plate = float(scripts.run("document.getElementById('circle').querySelector('circle').attributes.r"))
    assert plate > 0
    assert all(math.dist(one, other) > 2 * plate for one, other in itertools.combinations(seats, 2))
    assert all(abs(place) + plate <= 100 for seat in seats for place in seat)


def test_seat_one_is_at_the_top_and_the_others_follow_clockwise() -> None:
    top, right, bottom, left = places(drawn(4))
    assert (top, right) == ((0, -RADIUS), (RADIUS, 0))
    assert (bottom, left) == ((0, RADIUS), (-RADIUS, 0))


def test_the_list_says_name_death_card_and_office() -> None:
    told = listed(drawn(3, names=["Alice", "", "Chloé"], dead=[[2, ""], [3, "Sorcière"]], office=1))
    assert told[2].split(", ")[1::2] == ["Chloé", "Sorcière"]
    assert [len(line.split(", ")) for line in told] == [3, 2, 4]
    classes = "document.getElementById('circle').querySelectorAll('g').map((g) => g.className)"
    assert drawn(3, dead=[[2, ""]], office=1).run(classes) == ["office", "dead", ""]


def test_the_same_circle_is_not_drawn_twice_and_another_is_drawn_alone() -> None:
    scripts = drawn(5)
    scripts.run("document.getElementById('circle').querySelector('g').kept = true")
    show(scripts, 5)
    assert scripts.run("document.getElementById('circle').querySelector('g').kept")
    show(scripts, 6)
    assert len(places(scripts)) == len(listed(scripts)) == 6
