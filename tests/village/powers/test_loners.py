"""Who wins alone, and when."""

from __future__ import annotations

import pytest
from tables import run, standing

from narrator.village.powers.loners import MARTYR, piper_wins, sectarian_wins, whitewolf_wins
from narrator.village.table import CauseOfDeath


@pytest.mark.parametrize("cause", CauseOfDeath)
@pytest.mark.parametrize(("night", "day"), [(0, 0), (1, 1), (2, 2)])
def test_two_deaths_are_the_ones_that_an_angel_wants(cause: CauseOfDeath, night: int, day: int) -> None:
    state = standing("ange villageois*3 loup-garou")
    state.night, state.day = night, day
    run(MARTYR.buried(state, [(2, cause)]))
    assert not state.risen
    run(MARTYR.buried(state, [(1, cause)]))
    assert state.risen is ((night, cause) in ((0, CauseOfDeath.VOTE), (1, CauseOfDeath.NIGHT)))


def test_a_piper_wins_once_all_others_alive_are_charmed() -> None:
    state = standing("joueur-de-flûte villageois*3 loup-garou")
    state.charmed = {2, 3, 4}
    assert not piper_wins(state)
    state.living = (1, 2, 3, 4)
    assert piper_wins(state)
    state.powerless.add(1)
    assert not piper_wins(state)


@pytest.mark.parametrize(("group", "living", "won"), [
    ((2, 3), (1, 4, 5), True),
    ((2, 3), (1, 3, 4), False),
    ((1, 4), (1, 4), True),
    ((1, 4), (1, 2, 4), False),
    ((2, 3), (4, 5), False),
    ((), (1, 2), False),
])  # fmt: skip
def test_a_sectarian_wins_once_the_other_group_is_dead(
    group: tuple[int, ...], living: tuple[int, ...], won: bool
) -> None:
    state = standing("abominable-sectaire villageois*3 loup-garou")
    state.group, state.living = group, living
    assert sectarian_wins(state) is won


def test_a_white_wolf_wins_as_the_only_one_alive() -> None:
    state = standing("loup-blanc villageois*3 loup-garou")
    assert not whitewolf_wins(state)
    state.living = (1,)
    assert whitewolf_wins(state)
    state.living = (5,)
    assert not whitewolf_wins(state)
