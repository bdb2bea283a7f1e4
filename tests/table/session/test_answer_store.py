"""Answers go to the game at once and to the disk beside it: what is shown for one waits for its row, public time never.

The disks here are slow in virtual time, or take a row only when the test lets them.
"""

from __future__ import annotations

import threading
from collections import deque

import pytest
from rooms import MainsClock
from sittings import Script, Sitting
from tables import table

from narrator.rules.core.answers import DONE, NO, NOBODY, SILENT, Leave, seat
from narrator.rules.core.effects import Effect, Say
from narrator.table.journal.journal import Journal, Place
from narrator.table.journal.journal_file import StorageCause, StorageError
from narrator.table.session.answer_store import AnswerStore
from narrator.table.session.lane import LaneThread, Work

SETUP = table("loup-garou voyante sorcière villageois*3", values={"elect": "never"})
NIGHT: Script = {
    "seer.target": [seat(3)],
    "wolves.victim": [seat(4)],
    "witch.heal": [NO],
    "witch.poison": [NOBODY],
    "debate.end": [],
}


class HeldLane:
    """A disk's lane that does a piece of work when it is let; who waits for it lets it do all."""

    def __init__(self) -> None:
        self.held: deque[Work] = deque()

    @property
    def waiting(self) -> int:
        return len(self.held)

    def post(self, work: Work) -> None:
        self.held.append(work)

    def let(self, pieces: int = 1) -> None:
        for _ in range(pieces):
            self.held.popleft()()

    def settle(self) -> None:
        self.let(len(self.held))


class Refusing(Journal):
    """A journal in memory that takes nothing while its disk is `full`."""

    full = False

    def _append(self, kind: str, question: str | None, value: object, size: int = 0) -> None:
        if self.full:
            raise StorageError(StorageCause.FULL)
        super()._append(kind, question, value, size)


def store() -> tuple[AnswerStore, HeldLane, Refusing]:
    journal, lane = Refusing.create(None, {}), HeldLane()
    assert isinstance(journal, Refusing)
    return AnswerStore(SETUP, journal, journal.record(), lane), lane, journal


def kept(journal: Journal) -> list[object]:
    return [answer for _, answer in journal.record().answers]


def test_an_answer_of_a_window_is_the_games_at_once_and_the_disks_with_its_slot() -> None:
    answers, lane, journal = store()
    answers.take("seer.target", seat(3))
    assert (answers.given, kept(journal), lane.waiting) == ([("seer.target", seat(3))], [], 0)
    assert not answers.stored
    answers.end_slot(Place(2, 1))
    assert (kept(journal), lane.waiting, answers.stored) == ([], 1, False)
    lane.let()
    assert (kept(journal), journal.record().place, answers.stored) == ([seat(3)], Place(2, 1), True)


def test_what_waits_for_an_answer_waits_for_its_row_though_that_was_not_given_yet() -> None:
    answers, lane, journal = store()
    done: list[list[object]] = []
    answers.take("seer.target", seat(3))
    answers.once_stored(lambda: done.append(kept(journal)))
    lane.settle()
    assert done == []
    answers.end_slot(Place(2, 1))
    lane.let()
    assert done == []
    lane.let()
    assert done == [[seat(3)]]
    answers.once_stored(lambda: done.append([]))
    lane.settle()
    assert done == [[seat(3)], []], "nothing is waited for"


def test_what_waits_for_a_row_that_the_disk_refuses_is_never_done() -> None:
    answers, lane, journal = store()
    done: list[bool] = []
    journal.full = True
    answers.take("seer.target", seat(3))
    answers.once_stored(lambda: done.append(True))
    answers.end_slot(Place(2, 1))
    lane.settle()
    journal.full = False
    answers.flush()
    assert (done, kept(journal)) == ([], [seat(3)])


def test_what_waits_for_an_answer_that_is_taken_back_is_never_done() -> None:
    answers, lane, journal = store()
    done: list[bool] = []
    answers.take("seer.target", seat(3))
    answers.once_stored(lambda: done.append(True))
    answers.go_back(0, Place(2))
    answers.end_slot(Place(2, 1))
    lane.settle()
    assert (done, answers.given, kept(journal)) == ([], [], [])


def test_who_flushes_waits_for_every_row_and_is_told_of_a_disk_that_takes_none() -> None:
    answers, lane, journal = store()
    answers.record("ready", DONE)
    answers.end_slot(Place(1, 1))
    assert kept(journal) == []
    answers.flush()
    assert (kept(journal), lane.waiting) == ([DONE], 0)
    journal.full = True
    answers.record("muster", DONE)
    answers.record("vote.result", seat(2))
    for _ in range(2):
        with pytest.raises(StorageError):
            answers.flush()
    journal.full = False
    answers.record("debate.end", SILENT)
    answers.flush()
    assert kept(journal) == [DONE, DONE, seat(2), SILENT], "in their order, each once"


def test_a_departure_between_two_windows_is_stored_before_what_follows_it() -> None:
    answers, lane, journal = store()
    answers.leave(Leave(5))
    answers.leave(Leave(5))
    answers.cue(4)
    lane.settle()
    assert [row.partition(",")[0] for row in journal._rows] == ['["answer"', '["cue"']
    assert (answers.given, list(answers.held)) == ([(None, Leave(5))], [Leave(5)])


def test_a_thread_writes_the_rows_while_the_game_goes_on_and_a_flush_waits_for_it() -> None:
    begun, let = threading.Event(), threading.Event()

    class Slow(Journal):
        """A journal whose disk writes a row of a slot when it is let."""

        def slot(self, place: Place, answers: object) -> None:
            begun.set()
            let.wait()
            super().slot(place, answers)  # type: ignore[arg-type]  # whatever it was given

    journal, lane = Slow.create(None, {}), LaneThread("disk")
    answers = AnswerStore(SETUP, journal, journal.record(), lane)
    done: list[list[object]] = []
    for number in range(1, 4):
        answers.take("seer.target", seat(number))
        answers.once_stored(lambda: done.append(kept(journal)))
        answers.end_slot(Place(1, number))
    begun.wait()
    assert (kept(journal), answers.stored, done) == ([], False, [])
    let.set()
    answers.flush()
    assert answers.stored
    assert kept(journal) == [seat(1), seat(2), seat(3)]
    lane.close()
    assert done == [[seat(1)], [seat(1), seat(2)], [seat(1), seat(2), seat(3)]]


# --- at a table ---------------------------------------------------------------------------------------------


class SlowDisk:
    """A disk's lane in virtual time: every piece of work is done so many seconds after it was given."""

    def __init__(self, clock: MainsClock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._work: deque[tuple[float, Work]] = deque()
        self._advance = clock.advance
        clock.advance = self._pass  # type: ignore[method-assign]  # what becomes due meanwhile is done
        self.waited = 0.0

    @property
    def waiting(self) -> int:
        return len(self._work)

    def post(self, work: Work) -> None:
        self._work.append((self._clock.now() + self._seconds, work))

    def settle(self) -> None:
        began = self._clock.now()
        while self._work:
            self._do()
        self.waited += self._clock.now() - began

    def _pass(self, time: float) -> None:
        while self._work and self._work[0][0] <= time:
            self._do()
        self._advance(time)

    def _do(self) -> None:
        at, work = self._work.popleft()
        self._advance(at)
        work()


def sat(seconds: float) -> Sitting:
    """Play a night whose every row takes the disk so long."""
    sitting = Sitting(SETUP, NIGHT, disk=lambda clock: SlowDisk(clock, seconds))
    assert sitting.play() == "debate.end"
    return sitting


def looked(sitting: Sitting) -> list[float]:
    return [at for at, _, text in sitting.senses.secret if "cache cette carte" in text]


CALM = sat(0.0)
ROOM = CALM.closed("seer") - looked(CALM)[0]
"""Seconds from the end of the slot in which the seer chooses to the end of her window."""


@pytest.mark.parametrize("seconds", [0.3, 2.0, 7.0])
def test_only_the_private_line_is_late_on_a_slow_disk(seconds: float) -> None:
    assert seconds < ROOM
    slow = sat(seconds)
    late = slow.when("nightfall") - CALM.when("nightfall")
    assert looked(slow) == [pytest.approx(looked(CALM)[0] + seconds + late)]
    assert slow.closed("seer") == pytest.approx(CALM.closed("seer") + late)
    assert slow.answers == CALM.answers


@pytest.mark.parametrize("seconds", [ROOM + 0.1, ROOM + 15.0, 60.0])
def test_a_private_line_that_comes_too_late_is_never_shown_in_anothers_window(seconds: float) -> None:
    slow = sat(seconds)
    assert len([line for _, line, _ in slow.shown if line == "seer.look"]) == 1
    assert looked(slow) == []
    assert slow.answers == CALM.answers


@pytest.mark.parametrize("seconds", [0.3, 7.0, 60.0])
def test_from_nightfall_to_dawn_nothing_public_waits_for_a_slow_disk_and_dawn_waits_for_all_rows(
    seconds: float,
) -> None:
    slow = sat(seconds)
    heard = [
        [
            (line, pytest.approx(at - sitting.when("nightfall")))
            for at, line in sitting.said
            if at < sitting.when("dawn")
        ]
        for sitting in (slow, CALM)
    ]
    nights = [lines[[line for line, _ in lines].index("nightfall") :] for lines in heard]
    assert nights[0] == nights[1]
    waited = slow.when("dawn") - slow.when("nightfall") - (CALM.when("dawn") - CALM.when("nightfall"))
    assert 0.0 < waited <= seconds + 0.001


def test_the_last_row_of_a_night_is_on_disk_before_the_dawn_call() -> None:
    held: list[tuple[str, int]] = []

    class Looking(Sitting):
        """A table that looks, at every line, how many rows of slots the disk has."""

        def effect(self, effect: Effect, at: float) -> None:
            super().effect(effect, at)
            if isinstance(effect, Say):
                held.append((effect.line, sum(row.startswith('["slot"') for row in self.journal._rows)))

    sitting = Looking(SETUP, NIGHT, disk=lambda clock: SlowDisk(clock, 60.0))
    assert sitting.play() == "debate.end"
    rows = dict(held)
    assert rows["witch.sleep"] < rows["dawn"] == rows["debate.open"]
