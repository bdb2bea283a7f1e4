"""Who leaves is out at once, or waits; how often a line was said is counted."""

from __future__ import annotations

from narrator.core.effects import News, Topic
from narrator.core.play import Play
from narrator.core.table_state import TableState


def depart(state: TableState, seat: int) -> Play[None]:
    state.living = state.others(seat)
    yield News(topic=Topic.DEATH, seat=seat)


def test_who_leaves_is_out_at_once() -> None:
    state = TableState(range(1, 4), depart)
    assert [*state.leave(2)] == [News(topic=Topic.DEATH, seat=2)]
    assert state.living == (1, 3)
    assert not state.leaving


def test_who_leaves_while_departures_wait_is_kept_once() -> None:
    state = TableState(range(1, 4), depart)
    state.departures_wait = True
    assert [*state.leave(2), *state.leave(2)] == []
    assert (state.living, state.leaving) == ((1, 2, 3), [2])


def test_who_is_out_cannot_leave() -> None:
    state = TableState((1, 3), depart)
    assert [*state.leave(2)] == []


def test_a_line_is_counted_whether_it_is_said_plainly_or_as_an_aside() -> None:
    state = TableState((), depart)
    assert [state.say("drum").occurrence, state.aside("drum").occurrence, state.say("dawn").occurrence] == [0, 1, 0]
