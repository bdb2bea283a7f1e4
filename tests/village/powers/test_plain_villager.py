"""The power `plain`, in the middle of a game."""

from __future__ import annotations

from extension_tables import run, standing

from narrator.village.powers import plain_villager


def test_who_lies_in_the_centre_is_introduced_to_nobody() -> None:
    state = standing("villageois-villageois voleur villageois*3 loup-garou")
    assert run(plain_villager.introduce(state)) == ["plain.known"]
    state.cards[1] = "villageois"
    assert run(plain_villager.introduce(state)) == []
