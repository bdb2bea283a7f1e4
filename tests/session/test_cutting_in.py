"""Whoever answers a question while it is being said cuts it short."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from rooms import Senses, wording
from sittings import Sitting
from tables import table

from narrator.core.answers import DONE, NO, YES, Answer
from narrator.inbox.entry import Doubted, Entry, Order, Reply
from narrator.inbox.inbox import LiveInbox
from narrator.session.captions_only import CaptionsOnly, InterruptibleClock
from narrator.session.narration import Quit
from narrator.session.ports import Pace
from narrator.story.markup import Utterance

PROLOGUE = table("loup-garou voyante villageois*3", prologue=True)
CUT = 1.0
"""Seconds that a line takes at most which is cut short as it begins."""


class Impatient(CaptionsOnly):
    """A mouth at whose first word to a question somebody answers it; once all is answered, they go."""

    def __init__(self, sitting: Sitting, inbox: LiveInbox, entries: Mapping[str, Entry]) -> None:
        self._clock_of, self._inbox, self._left = sitting.clock, inbox, dict(entries)
        self.took: dict[str, float] = {}
        super().__init__(InterruptibleClock(sitting.clock, inbox.interrupting), wording(sitting.setup).seconds)

    def speak(self, utterance: Utterance) -> None:
        """Speak; note how long it took where a question was open."""
        asked, begun = self._inbox.question, self._clock_of.now()
        if asked is not None and asked.question in self._left:
            self._inbox.put(self._left.pop(asked.question), self._inbox.turn)
        elif not self._left:
            self._inbox.put(Order.QUIT, self._inbox.turn)
        super().speak(utterance)
        if asked is not None:
            self.took[asked.question] = self._clock_of.now() - begun


def cut_in(entries: Mapping[str, Entry]) -> tuple[Sitting, Impatient]:
    """Give this to questions while they are being said, and then go."""
    sitting = Sitting(PROLOGUE, pace=Pace.INSTANT)
    inbox = LiveInbox(sitting.clock)
    mouth = Impatient(sitting, inbox, entries)
    sitting.senses = Senses(sitting.clock, mouth)
    sitting.ports.inbox, sitting.ports.interrupted = inbox, inbox.answered
    sitting.ports.mouth = sitting.ports.screen = sitting.senses
    with pytest.raises(Quit):
        sitting.play()
    return sitting, mouth


def test_an_answer_that_is_given_while_its_question_is_being_said_cuts_it_short_and_counts() -> None:
    wanted: dict[str, Answer] = {"reminder.wanted": NO, "practice.wanted": NO, "ready": DONE}
    sitting, mouth = cut_in({question: Reply(answer) for question, answer in wanted.items()})
    assert sitting.answers[:3] == list(wanted.items())
    assert not [entry for entry in sitting.senses.public if " prompt: " in entry], "what is answered is not asked for"
    assert {question: took < CUT for question, took in mouth.took.items()} == dict.fromkeys(wanted, True)


def test_what_is_read_back_is_cut_short_too() -> None:
    sitting, mouth = cut_in({"reminder.wanted": Doubted((NO,)), "voice.confirm": Reply(YES)})
    assert sitting.answers[:1] == [("reminder.wanted", NO)]
    assert mouth.took["voice.confirm"] < CUT
