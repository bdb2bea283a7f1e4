"""The power `whitewolf`, in the middle of a game."""

from __future__ import annotations

from extension_tables import standing

from narrator.village.powers import whitewolf


def test_he_wins_as_the_only_one_alive() -> None:
    state = standing("loup-blanc villageois*3 loup-garou")
    assert not whitewolf.wins(state)
    state.living = (1,)
    assert whitewolf.wins(state)
    state.living = (5,)
    assert not whitewolf.wins(state)
