"""The power `scapegoat`, in the middle of a game."""

from __future__ import annotations

from extension_tables import run, standing

from narrator.village.powers import scapegoat
from narrator.village.table import CauseOfDeath


def test_a_vote_begins_with_who_may_take_part() -> None:
    state = standing("bouc-émissaire villageois*3 loup-garou")
    assert run(scapegoat.remind(state)) == []
    state.voters = (2, 3)
    assert run(scapegoat.remind(state)) == ["scapegoat.vote"]
    assert [seat for seat in state.living if state.may_vote(seat)] == [2, 3]
    state.living = (1, 4, 5)
    assert run(scapegoat.remind(state)) == []


def test_whom_a_tie_has_not_killed_is_asked_nothing() -> None:
    state = standing("bouc-émissaire villageois*3 loup-garou")
    assert list(scapegoat.buried(state, [(1, CauseOfDeath.VOTE)])) == []


def test_where_nobody_is_left_who_may_vote_he_names_nobody() -> None:
    state = standing("bouc-émissaire idiot loup-garou")
    state.living, state.mute = (2,), {2}
    assert list(scapegoat.buried(state, [(1, CauseOfDeath.TIE)])) == []
