"""The power `wolfhound`, in the middle of a game."""

from __future__ import annotations

from extension_tables import standing

from narrator.core.answers import SILENT, VILLAGE, WOLVES
from narrator.core.effects import Ask
from narrator.core.play import choices_of
from narrator.village.powers import wolfhound


def test_he_may_choose_one_of_two_sides() -> None:
    state = standing("chien-loup villageois*3 loup-garou")
    ask = next(wolfhound.act(state))
    assert isinstance(ask, Ask)
    assert choices_of(ask).words == (VILLAGE, WOLVES, SILENT)
