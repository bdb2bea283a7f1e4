"""Who is in and who leaves: at once, later, or in the middle of a question, which is then built anew."""

from __future__ import annotations

from narrator.core.answers import NOBODY, Answer, Leave, seat
from narrator.core.effects import Ask, News, Topic
from narrator.core.play import Play
from narrator.core.table_state import TableState, ask, one_seat, public, put


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


def vote(state: TableState) -> Ask:
    return public(state, "vote", one_seat(state.others(), NOBODY))


def test_after_a_departure_the_question_is_built_again() -> None:
    state = TableState(range(1, 4), depart)
    asking = ask(state, lambda: vote(state))
    assert next(asking) == vote(state)
    assert isinstance(asking.send(Leave(2)), News)
    again = next(asking)
    assert isinstance(again, Ask)
    assert again.living == (1, 3)
    assert ended(asking, seat(3)) == seat(3)


def test_a_question_that_has_lost_its_point_is_asked_no_more() -> None:
    state = TableState((1, 2), depart)
    asking = ask(state, lambda: vote(state) if len(state.living) > 1 else None)
    next(asking)
    asking.send(Leave(2))
    assert ended(asking, None) is None


def test_a_question_that_no_departure_changes_is_put_as_it_was() -> None:
    state = TableState((1, 2), depart)
    state.departures_wait = True
    question = vote(state)
    asking = put(state, question)
    assert next(asking) is question
    assert asking.send(Leave(2)) is question
    assert ended(asking, NOBODY) is NOBODY


def ended(asking: Play[object], answer: Answer | None) -> object:
    """Give the last answer; return what came of the asking."""
    try:
        effect = asking.send(answer)
    except StopIteration as end:
        return end.value
    raise AssertionError(effect)
