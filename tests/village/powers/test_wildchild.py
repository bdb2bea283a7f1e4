"""The power `wildchild`, in the middle of a game."""

from __future__ import annotations

from extension_tables import run, standing

from narrator.village.powers import wildchild
from narrator.village.table import CauseOfDeath


def test_it_hunts_once_its_model_is_buried_if_it_lives() -> None:
    state = standing("enfant-sauvage villageois*3 loup-garou")
    state.model = 3
    run(wildchild.buried(state, [(2, CauseOfDeath.VOTE)]))
    assert not state.is_wolf(1)
    run(wildchild.buried(state, [(3, CauseOfDeath.LEFT)]))
    assert state.is_wolf(1)
