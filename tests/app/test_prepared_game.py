"""A game before it is played: which of its players' names the voice has not recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from narrator.app.equipment import Equipment
from narrator.app.prepared_game import open_evening
from narrator.setup.circle import UnrecordedName


@pytest.mark.usefixtures("home")
def test_no_two_seats_are_offered_one_name() -> None:
    prepared = open_evening("thiercelieux", "fr", Equipment())
    assert prepared.unrecorded_names(("Emmma", "Emma", "Clothilde", "Clotthilde")) == (
        UnrecordedName(1, "Emmma"),
        UnrecordedName(3, "Clothilde", "Clotilde"),
        UnrecordedName(4, "Clotthilde"),
    )


def test_without_sound_no_name_has_to_be_recorded(home: Path) -> None:
    assert open_evening("thiercelieux", "fr", Equipment(sound=False)).unrecorded_names(("Zglorb",)) == ()
    assert not home.exists()
