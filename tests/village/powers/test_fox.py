"""The power `fox`, in the middle of a game."""

from __future__ import annotations

from narrator.village.powers.fox import POWER


def test_the_deed_of_the_fox_is_told_after_the_game() -> None:
    assert [line.id for line in POWER.lines if line.tale] == ["story.fox"]
