"""Powers that learn something by night."""

from __future__ import annotations

from narrator.village.powers.seeing import FOX


def test_the_deed_of_the_fox_is_told_after_the_game() -> None:
    assert [line.id for line in FOX.lines if line.tale] == ["story.fox"]
