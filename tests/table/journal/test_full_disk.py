"""A disk that takes nothing for a while: it is said at a public time, nothing is lost, and the game goes on."""

from __future__ import annotations

import pytest
from rooms import MainsClock
from sittings import Script, Sitting
from tables import table

from narrator.rules.core.answers import DONE, NOBODY, SILENT, seat
from narrator.rules.village.game import VillageSetup
from narrator.table.inbox.entry import Lost, Order
from narrator.table.journal.journal import Journal
from narrator.table.journal.journal_file import StorageCause, StorageError
from narrator.table.session.narration import Quit, Stranded


class Refusing(Journal):
    """A journal in memory whose disk takes no row, and has no room for any, between two times of a clock."""

    clock: MainsClock
    between: tuple[float, float]
    cause = StorageCause.FULL

    def _append(self, kind: str, question: str | None, value: object, size: int = 0) -> None:
        self._refuse()
        super()._append(kind, question, value, size)

    def reserve(self) -> None:
        self._refuse()

    def _refuse(self) -> None:
        if self.between[0] <= self.clock.now() < self.between[1]:
            raise StorageError(self.cause)


NIGHT: Script = {
    "thief.card": [SILENT],
    "seer.target": [seat(3)],
    "wolves.victim": [NOBODY],
    "witch.poison": [NOBODY],
    "debate.end": [],
}
ALIVE = table("loup-garou voyante villageois*3 voleur", "villageois villageois", values={"elect": "never"})
ABSENT = table("loup-garou villageois*4 voleur", "voyante villageois", values={"elect": "never"})


def sat(setup: VillageSetup, between: tuple[float, float], *, cause: StorageCause = StorageCause.FULL) -> Sitting:
    """Sit down at a table whose disk takes nothing between these times, to be played."""
    journal = Refusing.create(None, {})
    assert isinstance(journal, Refusing)
    sitting = Sitting(setup, NIGHT, journal)
    journal.clock, journal.between, journal.cause = sitting.clock, between, cause
    return sitting


def window() -> tuple[float, float]:
    """Return when the window of the seer opens and closes where nothing fails."""
    calm = Sitting(ALIVE, NIGHT)
    assert calm.play() == "debate.end"
    return calm.opened("seer"), calm.closed("seer")


@pytest.mark.parametrize("cause", StorageCause)
def test_a_disk_that_takes_nothing_by_night_is_told_of_once_at_dawn(cause: StorageCause) -> None:
    opened, _ = window()
    calm = Sitting(ALIVE, NIGHT)
    assert calm.play() == "debate.end"
    dawn = calm.when("dawn")
    sitting = sat(ALIVE, (opened, dawn + 60.0), cause=cause)
    assert sitting.play() == "debate.end"
    lines = sitting.lines()
    told = lines.index(f"storage.{cause.value}")
    assert lines[told : told + 3] == [f"storage.{cause.value}", "pause.off", "dawn"]
    assert lines.count(f"storage.{cause.value}") == 1
    assert sitting.when("dawn") >= dawn + 60.0
    assert sitting.public(until=dawn - 3.0) == calm.public(until=dawn - 3.0), "by night nothing waits for it"
    assert sitting.answers == calm.answers


def test_nothing_is_said_where_there_is_room_again_before_dawn() -> None:
    opened, closed = window()
    calm = Sitting(ALIVE, NIGHT)
    calm.play()
    sitting = sat(ALIVE, (opened, closed + 20.0))
    assert sitting.play() == "debate.end"
    assert sitting.senses.public == calm.senses.public
    assert sitting.journal.record() == calm.journal.record()


@pytest.mark.parametrize("after", [-10.0, 1.0, 11.0, 19.9])
def test_when_a_full_disk_is_told_of_does_not_tell_who_lives(after: float) -> None:
    opened, _ = window()
    calm = Sitting(ALIVE, NIGHT)
    calm.play()
    heard = []
    for setup in (ALIVE, ABSENT):
        sitting = sat(setup, (opened + after, calm.when("dawn") + 40.0))
        assert sitting.play() == "debate.end"
        heard.append(sitting.public(until=sitting.when("dawn")))
    assert heard[0] == heard[1]
    assert any("plein" in entry for entry in heard[0])


def test_a_disk_without_room_for_a_night_is_told_of_at_nightfall_before_anybody_is_called() -> None:
    calm = Sitting(ALIVE, NIGHT)
    calm.play()
    sitting = sat(ALIVE, (0.0, 60.0))
    assert sitting.play() == "debate.end"
    lines = sitting.lines()
    assert lines[:2] == ["storage.full", "pause.off"]
    assert lines[2:] == calm.lines()
    assert sitting.answers == calm.answers


def test_what_is_entered_is_taken_at_once_and_what_follows_from_it_is_never_shown_before_it_is_on_disk() -> None:
    opened, closed = window()
    for until, shown in ((opened, True), (opened + 11.0, True), (closed + 5.0, False)):
        sitting = sat(ALIVE, (opened, until))
        sitting.play()
        assert [text for text in sitting.private("seer") if text.startswith("Noté")]
        looked = [at for at, line, _ in sitting.shown if line == "seer.look"]
        cards = [at for at, _, text in sitting.senses.secret if text.endswith("un Villageois.")]
        assert len(looked) == 1
        assert cards == (looked if shown else [])


def test_a_game_whose_disk_stays_full_may_be_put_away() -> None:
    opened, _ = window()
    sitting = sat(ALIVE, (opened, 1e9))
    sitting.key(opened + 100.0, Order.QUIT)
    with pytest.raises(Quit):
        sitting.play()


def test_a_game_that_nobody_can_answer_any_more_does_not_wait_for_its_disk() -> None:
    opened, _ = window()
    sitting = sat(ALIVE, (opened, 1e9))
    sitting.key(opened + 100.0, Lost("keyboard"))
    with pytest.raises(Stranded):
        sitting.play()
    # What is entered is not all on disk, and at night nobody may hear whether it is.
    assert sitting.public()[-1].endswith("voice: Le clavier ne répond plus.")


def test_an_answer_by_day_is_heard_only_once_it_is_on_disk() -> None:
    script: Script = {**NIGHT, "debate.end": [DONE], "vote.result": []}
    calm = Sitting(ALIVE, script)
    calm.play()
    ended = calm.when("vote.call")
    sitting = Sitting(ALIVE, script, journal := Refusing.create(None, {}))
    assert isinstance(journal, Refusing)
    journal.clock, journal.between = sitting.clock, (ended - 1.0, ended + 90.0)
    sitting.play()
    assert sitting.lines()[-4:] == ["pause.off", "vote.call", "vote.signal", "vote.most"]
    assert sitting.when("vote.call") >= ended + 90.0
