"""What was keyed in a slot is acknowledged once it is on disk (law 2), and whenever that changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import cycle

import one_button
import pytest
from sittings import Script, Sitting
from tables import table

from narrator.core.answers import NOBODY, SILENT, Answer, seat
from narrator.core.effects import Ask
from narrator.inbox.entry import Order
from narrator.journal.journal import Journal
from narrator.session.lane import Inline
from narrator.session.narration import Quit

CARDS = table("loup-garou voyante villageois*4", values={"elect": "never"})
KEYED: Script = {
    "seer.target": [[(1.0, seat(3)), (2.0, seat(99)), (3.0, seat(4)), (4.0, Order.UNDO), (5.0, seat(5))]],
    "wolves.victim": [[(1.0, NOBODY)]],
    "debate.end": [],
}


@dataclass
class Notes:
    """Notes what it is told is kept, beside what the journal then holds."""

    journal: Journal
    told: list[tuple[str, Answer | None, Answer | None]] = field(default_factory=list)

    def kept(self, ask: Ask, answer: Answer | None) -> None:
        """Note it."""
        self.told.append((ask.question, answer, self.journal.record().entry))


def test_what_is_acknowledged_is_on_disk_and_nothing_else_is() -> None:
    sitting = Sitting(CARDS, KEYED)
    notes = Notes(sitting.journal)
    sitting.ports.acknowledger = notes
    assert sitting.play() == "debate.end"
    assert [(question, answer) for question, answer, _ in notes.told] == [
        ("seer.target", None),
        ("seer.target", seat(3)),
        ("seer.target", seat(4)),
        ("seer.target", None),
        ("seer.target", seat(5)),
        ("wolves.victim", None),
        ("wolves.victim", NOBODY),
    ]
    assert all(answer == stored for _, answer, stored in notes.told)


class Busy(Inline):
    """A lane on which something waits, every other time that this is asked."""

    def __init__(self) -> None:
        self._answers = cycle((False, True))

    @property
    def idle(self) -> bool:
        """Return no first, then yes."""
        return next(self._answers)


def test_a_press_that_a_stroke_of_the_count_waits_behind_is_stored_and_acknowledged_with_that_stroke() -> None:
    told: list[list[tuple[str, Answer | None, Answer | None]]] = []
    for lane in (Inline(), Busy()):
        sitting = one_button.Sitting(CARDS, one_button.by_lot(CARDS, 1), until="dawn")
        notes = Notes(sitting.journal)
        sitting.ports.lane, sitting.ports.acknowledger = lane, notes
        sitting.play()
        told.append(notes.told)
    calm, busy = told
    assert any(answer is not None for _, answer, _ in calm)
    assert busy == calm


def test_after_a_restart_what_was_keyed_before_is_acknowledged_again() -> None:
    stopped = Sitting(CARDS, {"seer.target": [[(1.0, seat(3)), (2.0, Order.QUIT)]]})
    with pytest.raises(Quit):
        stopped.play()
    resumed = stopped.resume({"seer.target": [[]], "wolves.victim": [SILENT]})
    notes = Notes(resumed.journal)
    resumed.ports.acknowledger = notes
    resumed.play(resumed=True)
    assert notes.told[0] == ("seer.target", seat(3), seat(3))
