"""The power `piper`, in the middle of a game."""

from __future__ import annotations

from extension_tables import standing

from narrator.village.powers import pied_piper


def test_he_wins_once_all_others_alive_are_charmed() -> None:
    state = standing("joueur-de-flûte villageois*3 loup-garou")
    state.charmed = {2, 3, 4}
    assert not pied_piper.wins(state)
    state.living = (1, 2, 3, 4)
    assert pied_piper.wins(state)
    state.powerless.add(1)
    assert not pied_piper.wins(state)
