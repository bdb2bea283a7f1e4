"""Which calls a leader has to feign: those in which nothing happens, and something would if anybody answered."""

from __future__ import annotations

import pytest

from narrator.core.answers import Choices, Kind, seat
from narrator.core.effects import Ask, Count, Deed, Effect, Everyone, Show, Window
from narrator.core.secrets import Secret
from narrator.session.windows.idle_call import IdleCall

ASKING = Window(call="seer", slots=(10.0,), led=True, counts=(Count((seat(1),)),))
DEED = Deed(line="thief.story", args=Secret(()))
SHOW = Show(line="seer.sees", to=Everyone(), args=Secret(()), slot=0)
ASK = Ask(question="seer.target", choices=Choices(kind=Kind.SEATS, seats=(1,)), living=(1,), slot=0)


@pytest.mark.parametrize(
    ("happens", "feigned"), [([], True), ([DEED], True), ([SHOW], False), ([ASK], False), ([ASK, DEED], False)]
)
def test_a_call_in_which_nobody_is_asked_or_shown_anything_is_feigned(happens: list[Effect], feigned: bool) -> None:
    call = IdleCall(ASKING)
    for effect in happens:
        call.note(effect)
    assert call.feigned == feigned


@pytest.mark.parametrize("counts", [(), (Count(),)])
def test_a_call_in_which_nothing_is_ever_asked_is_not_feigned(counts: tuple[Count, ...]) -> None:
    assert not IdleCall(Window(call="wolves", slots=(10.0,), led=True, counts=counts)).feigned
