"""The set-up of a night-and-day game begins the game that was decided."""

from __future__ import annotations

from dataclasses import replace

from tables import table, written

from narrator.core.play import play


def test_it_begins_with_a_welcome_or_with_the_deal() -> None:
    setup = table("loup-garou villageois villageois villageois voyante")
    begun = [written(play(replace(setup, prologue=prologue), []).effects) for prologue in (True, False)]
    assert ["Say(line='welcome'" in "\n".join(effects) for effects in begun] == [True, False]
