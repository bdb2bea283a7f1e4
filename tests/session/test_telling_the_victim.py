"""The option that everybody hears whom the hunters attack: for tables where nothing can show it to one person alone."""

from __future__ import annotations

import pytest
from sittings import Script, Sitting
from tables import table

from narrator.core.answers import KEEP, NO, NOBODY, Answer, seat
from narrator.core.effects import Fact, Form
from narrator.village import declassify
from narrator.village.game import VillageSetup
from narrator.village.phases.deaths import depart
from narrator.village.state import HUNTERS, VillageState


def laid(told: str, cards: str = "loup-garou sorcière villageois*5", centre: str = "") -> VillageSetup:
    return table(cards, centre, values={"tell_victim": told, "elect": "never"})


def night(setup: VillageSetup, victim: Answer) -> Sitting:
    script: Script = {"thief.card": [KEEP], "wolves.victim": [victim], "witch.heal": [NO], "witch.poison": [NOBODY]}
    sitting = Sitting(setup, script)
    sitting.play()
    return sitting


def heard(sitting: Sitting) -> list[str]:
    lines = sitting.lines()
    return lines[lines.index("witch.wake") : lines.index("witch.sleep") + 1]


def test_everybody_hears_it_before_the_witch_acts() -> None:
    assert heard(night(laid("yes"), seat(3))) == ["witch.wake", "victim.heard", "witch.sleep"]
    assert heard(night(laid("yes"), NOBODY)) == ["witch.wake", "victim.nobody", "witch.sleep"]


def test_it_is_said_as_well_where_the_witch_is_not_there_to_hear_it() -> None:
    cards = "loup-garou villageois*5 voleur"
    told = night(laid("yes", cards, "sorcière villageois"), seat(3))
    assert heard(told) == ["witch.wake", "victim.heard", "witch.sleep"]


def test_nobody_hears_it_unless_it_was_asked_for() -> None:
    assert heard(night(laid("no"), seat(3))) == ["witch.wake", "witch.sleep"]


def test_it_is_no_fact_unless_it_was_asked_for() -> None:
    quiet, told = VillageState(laid("no"), depart), VillageState(laid("yes"), depart)
    quiet.tonight.attacks[HUNTERS] = told.tonight.attacks[HUNTERS] = 3
    with pytest.raises(ValueError, match="secret"):
        declassify.victim(quiet)
    assert declassify.victim(told) == Fact(Form.SEAT, 3)
