"""Some entries mean only the question that was open when they were keyed; others mean something at any time."""

from __future__ import annotations

import pytest

from narrator.core.answers import YES, Leave, Refusal
from narrator.inbox.entry import (
    Changed,
    Doubted,
    Entry,
    Farewell,
    Lost,
    Misheard,
    Misread,
    Order,
    Pressed,
    Reminder,
    Reply,
    belongs,
)

TO_ONE_QUESTION: list[Entry] = [
    *(Reply(YES), Reply(YES, spoken=True), Pressed(None), Misread(Refusal.WORD), Misheard(), Doubted((YES,))),
    *(Farewell(), Order.NEXT, Order.UNDO),
]
AT_ANY_TIME: list[Entry] = [
    *(Reply(Leave(3)), Reminder("voyante"), Lost("keyboard"), Changed("sound.lost")),
    *(order for order in Order if order not in TO_ONE_QUESTION),
]


@pytest.mark.parametrize("entry", TO_ONE_QUESTION, ids=repr)
def test_what_answers_a_question_belongs_to_it_alone(entry: Entry) -> None:
    assert belongs(entry)


@pytest.mark.parametrize("entry", AT_ANY_TIME, ids=repr)
def test_departures_orders_and_equipment_belong_to_no_question(entry: Entry) -> None:
    assert not belongs(entry)
