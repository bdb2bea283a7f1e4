"""The power `bigwolf`, in the middle of a game."""

from __future__ import annotations

from extension_tables import standing

from narrator.core.effects import Ask
from narrator.village.powers import bigwolf


def test_he_hunts_alone_only_while_no_hunter_has_died() -> None:
    state = standing("grand-méchant-loup loup-garou villageois*4")
    assert any(isinstance(effect, Ask) for effect in [next(bigwolf.act(state))])
    state.living = state.others(2)
    assert list(bigwolf.act(state)) == []
