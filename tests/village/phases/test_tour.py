"""The tour of each night: made where the composition asks for it, the same for all."""

from __future__ import annotations

import pytest
from tables import run, standing

from narrator.village.phases.night import tour


@pytest.mark.parametrize("card", ["joueur-de-flûte", "infect-père-des-loups"])
def test_it_sounds_the_same_whoever_has_something_to_learn(card: str) -> None:
    idle, busy = standing(f"{card} villageois*3 loup-garou"), standing(f"{card} villageois*3 loup-garou")
    busy.charmed, busy.infected = {2}, {2, 3}
    assert run(tour(idle)) == run(tour(busy)) == ["tonight.round", *["round.name"] * 5, "round.end"]


def test_it_is_not_made_for_other_cards() -> None:
    assert run(tour(standing("loup-garou villageois*4"))) == []
