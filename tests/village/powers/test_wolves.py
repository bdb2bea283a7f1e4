"""The hunters' call, and the big bad wolf's after it."""

from __future__ import annotations

from tables import standing

from narrator.core.effects import Ask
from narrator.village.powers.wolves import BIGWOLF


def test_a_big_bad_wolf_hunts_alone_only_while_no_hunter_has_died() -> None:
    state = standing("grand-méchant-loup loup-garou villageois*4")
    assert any(isinstance(effect, Ask) for effect in [next(BIGWOLF.act(state))])
    state.living = state.others(2)
    assert list(BIGWOLF.act(state)) == []
