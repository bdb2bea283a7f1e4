"""How calls are shown in few words: by the seat or the card that is called, from public things alone."""

from __future__ import annotations

import pytest
from rooms import wording
from shipped import shipped
from tables import table

from narrator.evening.app.ports.common_ports import CallNames, StoryWatcher
from narrator.packs.wording import Wording
from narrator.rules.core.answers import YES, Choices, Kind, seat
from narrator.rules.core.effects import Ask, Fact, Form, Motif, Say
from narrator.rules.village.game import VillageSetup
from narrator.table.session.announcements import counted

NAMES = ("Alice", "Bruno", "", "David", "Emma", "Farid")


def names(setup: VillageSetup) -> CallNames:
    return CallNames(setup, shipped(setup.game).words["fr"], wording(setup, "fr"))


@pytest.fixture
def village() -> VillageSetup:
    return table("loup-garou cupidon voyante villageois*3", names=NAMES)


@pytest.mark.parametrize(("line", "name"), [("seer.wake", "Voyante"), ("wolves.wake", "Loup-Garou")])
def test_a_call_is_named_by_the_card_whose_power_is_called(village: VillageSetup, line: str, name: str) -> None:
    assert names(village)(Say(line=line, before=Motif.HELPERS)) == name


@pytest.mark.parametrize("occurrence", [0, 1])
@pytest.mark.parametrize(
    ("game", "language", "name"),
    [
        ("thiercelieux", "fr", "Les Amoureux"),
        ("thiercelieux", "en", "The Lovers"),
        ("mafeking", "fr", "Les Frères de sang"),
        ("mafeking", "en", "The Blood Brothers"),
    ],
)
def test_a_call_of_those_whom_no_card_names_is_shown_as_it_always_begins(
    village: VillageSetup, game: str, language: str, name: str, occurrence: int
) -> None:
    named = CallNames(village, shipped(game).words[language], Wording(shipped(game).words[language]))
    assert named(Say(line="lovers.wake", before=Motif.HELPERS, occurrence=occurrence)) == name


@pytest.mark.parametrize(("number", "name"), [(2, "2 Bruno"), (3, "Numéro 3")])
def test_a_seat_is_named_by_number_and_by_name_where_it_has_one(village: VillageSetup, number: int, name: str) -> None:
    assert names(village)(Say(line="round.seat", args=(("seat", Fact(Form.SEAT, number)),))) == name


def test_nobody_is_called_by_being_counted(village: VillageSetup) -> None:
    """Else a light would shine at every seat that is counted, and not only at the one that it shows."""
    assert names(village)(counted(seat(2))) is None


def test_who_is_told_to_be_attacked_is_not_called(village: VillageSetup) -> None:
    """Else who cannot hear would read his own name, and wake up beside the witch."""
    assert names(village)(Say(line="victim.heard", args=(("seat", Fact(Form.SEAT, 2)),))) is None


def test_other_lines_call_nobody(village: VillageSetup) -> None:
    assert names(village)(Say(line="nightfall")) is None


def asked(*, encore: bool) -> Ask:
    return Ask(question="any", choices=Choices(kind=Kind.YES_NO, words=(YES,)), living=(1, 2), encore=encore)


class Evening:
    """A game that is watched; `told` is what became of its story."""

    def __init__(self) -> None:
        self.over = False
        self.told: list[bool] = []
        self.watcher = StoryWatcher(lambda: self.over, self.told.append)

    def hear(self, *effects: Ask | Say) -> list[bool]:
        for effect in effects:
            self.watcher.effect(effect, 0.0)
        return self.told


def test_the_story_waits_for_the_epilogue_and_is_told_once() -> None:
    evening = Evening()
    assert evening.hear(Say(line="dawn"), asked(encore=False)) == []
    evening.over = True
    assert evening.hear(Say(line="epilogue.end"), asked(encore=False)) == []
    assert evening.hear(asked(encore=True), asked(encore=True), Say(line="again")) == [True]


def test_a_game_whose_end_nobody_knows_has_no_story_whatever_is_asked() -> None:
    assert Evening().hear(asked(encore=True)) == []


def test_an_end_that_is_taken_back_takes_the_story_back_and_another_end_tells_it_again() -> None:
    evening = Evening()
    evening.over = True
    evening.hear(asked(encore=True))
    evening.over = False
    assert evening.hear(Say(line="undo.day"), Say(line="dawn")) == [True, False]
    evening.over = True
    assert evening.hear(asked(encore=True)) == [True, False, True]
