"""Which calls a leader has to feign: those in which nothing happens, and something would if anybody answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from narrator.core.answers import NOBODY, Answer, Choices, Kind, Seats, seat
from narrator.core.effects import Ask, Count, Deed, Effect, Everyone, Show, Window
from narrator.core.secrets import Secret
from narrator.session.slot_worker import IdleCall

ASKING = Window(call="seer", slots=(10.0,), led=True, counts=(Count((seat(1),)),))
DEED = Deed(line="thief.story", args=Secret(()))
SHOW = Show(line="seer.sees", to=Everyone(), args=Secret(()), slot=0)
ASK = Ask(question="seer.target", choices=Choices(kind=Kind.SEATS, seats=(1,)), living=(1,), slot=0)
IDENTIFYING = replace(ASK, question="seer.seat", identifies=True)


@pytest.mark.parametrize(
    ("happens", "feigned"), [([], True), ([DEED], True), ([SHOW], False), ([ASK], False), ([ASK, DEED], False)]
)
def test_a_call_in_which_nobody_is_asked_or_shown_anything_is_feigned(happens: list[Effect], feigned: bool) -> None:
    call = IdleCall(ASKING)
    for effect in happens:
        call.note(effect)
    assert call.feigned == feigned


@pytest.mark.parametrize(("answer", "feigned"), [(None, False), (Seats((1,)), False), (NOBODY, True)])
def test_a_call_whose_leader_told_that_nobody_is_there_is_feigned(answer: Answer | None, feigned: bool) -> None:
    call = IdleCall(Window(call="lovers", slots=(10.0,), led=True))
    call.note(IDENTIFYING, answer)
    assert call.feigned == feigned


@pytest.mark.parametrize("counts", [(), (Count(),)])
def test_a_call_in_which_nothing_is_ever_asked_is_not_feigned(counts: tuple[Count, ...]) -> None:
    assert not IdleCall(Window(call="wolves", slots=(10.0,), led=True, counts=counts)).feigned
