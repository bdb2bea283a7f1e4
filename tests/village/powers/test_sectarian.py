"""The power `sectarian`, in the middle of a game."""

from __future__ import annotations

import pytest
from extension_tables import standing

from narrator.village.powers import sectarian


@pytest.mark.parametrize(("group", "living", "won"), [
    ((2, 3), (1, 4, 5), True),
    ((2, 3), (1, 3, 4), False),
    ((1, 4), (1, 4), True),
    ((1, 4), (1, 2, 4), False),
    ((2, 3), (4, 5), False),
    ((), (1, 2), False),
])  # fmt: skip
def test_he_wins_once_the_other_group_is_dead(group: tuple[int, ...], living: tuple[int, ...], won: bool) -> None:
    state = standing("abominable-sectaire villageois*3 loup-garou")
    state.group, state.living = group, living
    assert sectarian.wins(state) is won
