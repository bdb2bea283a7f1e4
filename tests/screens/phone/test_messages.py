"""What pages send and are told of answers: read strictly, and the same both ways."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.rules.core.answers import SILENT, Answer, Card, Diamonds, Leave, Number, Seats, Text, Tie, Token
from narrator.screens.phone.messages import LONGEST_TEXT, MOST_SEATS, MalformedError, answer_data, answer_of, entry_of
from narrator.table.inbox.entry import Order, Reply

SEAT = st.integers(0, 999)
SEATS = st.lists(SEAT, min_size=1, max_size=64).map(tuple)
LINE = st.text(min_size=1, max_size=LONGEST_TEXT).filter(str.isprintable)
ANSWERS: st.SearchStrategy[Answer] = st.one_of(
    st.sampled_from([token for token in Token if token is not SILENT]),
    st.builds(Seats, SEATS),
    st.builds(lambda seats, clear: Tie(tuple(sorted(seats)), clear), SEATS, st.none() | SEAT),
    st.builds(Card, LINE),
    st.builds(Number, SEAT),
    st.builds(Diamonds, SEAT),
    st.builds(Text, LINE),
)


@given(ANSWERS)
def test_an_answer_that_a_page_is_told_of_it_can_send(answer: Answer) -> None:
    assert answer_of(json.loads(json.dumps(answer_data(answer)))) == answer


@given(ANSWERS)
def test_an_answer_becomes_a_reply(answer: Answer) -> None:
    assert entry_of({"answer": answer_data(answer)}) == Reply(answer)


def test_a_departure_is_told_as_such_and_sent_apart() -> None:
    assert answer_data(Leave(3)) == {"leave": 3}
    assert entry_of({"leave": 3}) == Reply(Leave(3))


@pytest.mark.parametrize("order", ["phone", "help", "", "Next", None, 1])
def test_a_page_cannot_give_the_table_away(order: object) -> None:
    with pytest.raises(MalformedError):
        entry_of({"order": order})


def test_the_orders_of_a_page_are_orders() -> None:
    assert entry_of({"order": "resume"}) is Order.RESUME


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.dictionaries(st.sampled_from(("answer", "order", "leave", "more")), ANYTHING, max_size=3))
def test_whatever_is_sent_is_an_entry_or_malformed_and_nothing_worse(message: dict[str, object]) -> None:
    try:
        entry_of(message)
    except MalformedError:
        return


@pytest.mark.parametrize("flag", [True, False])
@pytest.mark.parametrize(
    "answer",
    [
        lambda flag: {"answer": {"seats": [flag]}},
        lambda flag: {"answer": {"seats": [2, flag]}},
        lambda flag: {"answer": {"tie": [2, flag]}},
        lambda flag: {"answer": {"tie": [2, 3], "clear": flag}},
        lambda flag: {"answer": {"number": flag}},
        lambda flag: {"answer": {"diamonds": flag}},
        lambda flag: {"leave": flag},
    ],
    ids=["seat", "second seat", "tie", "clear", "number", "diamonds", "leave"],
)
def test_true_is_not_seat_one_and_false_is_not_seat_none(
    answer: Callable[[bool], dict[str, object]], flag: bool
) -> None:
    with pytest.raises(MalformedError):
        entry_of(json.loads(json.dumps(answer(flag))))


@pytest.mark.parametrize(
    "answer",
    [
        {"leave": 3},
        {"seats": []},
        {"seats": [1000]},
        {"tie": [2] * (MOST_SEATS + 1)},
        {"number": -1},
        {"text": "x" * (LONGEST_TEXT + 1)},
        {"card": "\n"},
    ],
    ids=str,
)
def test_what_no_page_would_send_is_no_answer(answer: dict[str, object]) -> None:
    with pytest.raises(MalformedError):
        answer_of(answer)
