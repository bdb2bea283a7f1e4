"""Answers made of presses; a departure that is entered twice; what is said once to many entries."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rooms import Key
from sittings import Script, Sitting
from tables import table

from narrator.rules.core.answers import (
    ACQUITTED,
    DONE,
    GUILTY,
    KEEP,
    NO,
    NOBODY,
    SILENT,
    YES,
    YES_NO,
    Card,
    Choices,
    Diamonds,
    Kind,
    Leave,
    Number,
    Seats,
    seat,
)
from narrator.table.inbox.entry import Order, Reply
from narrator.table.session.presses import CALM, DepartureCheck, Presses, Repetition, Sign, items_of

ONE = Choices(kind=Kind.SEATS, seats=(2, 3, 5), words=(NOBODY, SILENT))
TWO = Choices(kind=Kind.SEATS, seats=(1, 2, 3), count=(2, 2), words=(SILENT,))


def pressed(choices: Choices, *items: object) -> list[object]:
    presses = Presses(choices)
    return [presses.press(item) for item in items]


def test_of_one_seat_the_last_press_counts() -> None:
    assert pressed(ONE, seat(2), seat(5)) == [seat(2), seat(5)]


def test_two_seats_take_two_presses() -> None:
    assert pressed(TWO, seat(3), seat(1)) == [None, Seats((3, 1))]


def test_a_third_seat_takes_the_place_of_the_one_pressed_longest_ago() -> None:
    assert pressed(TWO, seat(1), seat(2), seat(3))[-1] == Seats((2, 3))
    assert pressed(TWO, seat(1), seat(2), seat(1), seat(3))[-1] == Seats((1, 3))


def test_a_seat_pressed_in_both_rounds_counts_once() -> None:
    assert pressed(TWO, seat(1), seat(1)) == [None, None]


def test_what_is_not_legal_changes_nothing() -> None:
    presses = Presses(TWO)
    presses.press(seat(1))
    assert [presses.press(item) for item in (seat(9), YES, Card("voyante"), None, Sign.TIE)] == [None] * 5
    assert presses.press(seat(2)) == Seats((1, 2))


def test_nobody_takes_the_place_of_seats() -> None:
    presses = Presses(ONE)
    assert [presses.press(seat(2)), presses.press(NOBODY)] == [seat(2), NOBODY]
    assert not presses.clear()


def test_what_was_pressed_can_be_taken_back() -> None:
    presses = Presses(TWO)
    presses.press(seat(1))
    assert presses.clear()
    assert presses.press(seat(2)) is None


def test_words_and_cards_stand_alone() -> None:
    assert pressed(YES_NO, NO, YES) == [NO, YES]
    assert pressed(Choices(kind=Kind.CARD, cards=("a", "b"), words=(KEEP,)), Card("b"), KEEP) == [Card("b"), KEEP]


def test_all_that_answers_a_question_is_counted_and_going_on_comes_first() -> None:
    debate = Choices(kind=Kind.SEATS, seats=(1, 4), words=(NOBODY, DONE))
    assert items_of(debate) == (DONE, seat(1), seat(4), NOBODY)
    assert items_of(Choices(kind=Kind.CARD, words=(GUILTY, ACQUITTED))) == (GUILTY, ACQUITTED)


def test_a_ballot_with_two_candidates_counts_a_tie_too() -> None:
    assert items_of(Choices(kind=Kind.BALLOT, seats=(1, 2), ties=True)) == (seat(1), seat(2), Sign.TIE)
    assert items_of(Choices(kind=Kind.BALLOT, seats=(1,), ties=True)) == (seat(1),)


def test_numbers_and_pockets_are_counted() -> None:
    assert items_of(Choices(kind=Kind.NUMBER, numbers=(0, 2), words=(SILENT,))) == (Number(0), Number(1), Number(2))
    pocket = Choices(kind=Kind.TAKE, numbers=(1, 2), cards=("agent",))
    assert items_of(pocket) == (Card("agent"), Diamonds(1), Diamonds(2))


LIVING = (1, 2, 3)
QUIET: Script = {
    "seer.target": [[], []],
    "wolves.victim": [NOBODY, NOBODY],
    "witch.heal": [SILENT, SILENT],
    "witch.poison": [NOBODY, NOBODY],
    "debate.end": [],
}
SETUP = table("loup-garou voyante sorcière villageois*3", values={"elect": "never"})
PLACES = ["in a window", "outside one"]


def at_night(place: str, *keys: Key) -> Sitting:
    """Play a night in which these are keyed in a row, to the debate after it."""
    calm = Sitting(SETUP, QUIET)
    assert calm.play() == "debate.end"
    sitting = Sitting(SETUP, QUIET)
    at = calm.opened("seer") + 1.0 if place == "in a window" else calm.closed("seer") + 0.1
    for number, key in enumerate(keys):
        sitting.key(at + 0.1 * number, key)
    assert sitting.play() == "debate.end"
    return sitting


def test_a_departure_is_asked_for_again_once() -> None:
    check = DepartureCheck()
    assert [check.first(Reply(Leave(2)), LIVING) for _ in range(2)] == [Leave(2), None]


@pytest.mark.parametrize("entry", [Reply(Leave(2), certain=True), Reply(Leave(9)), Reply(SILENT), Order.HELP], ids=str)
def test_nothing_else_is_asked_for_again(entry: Reply | Order) -> None:
    assert DepartureCheck().first(entry, LIVING) is None


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("between", "leaves"),
    [
        ([], True),
        ([Leave(4)], False),
        ([Order.HELP], False),
        ([Order.PAUSE, Order.RESUME], False),
    ],
    ids=str,
)
def test_a_departure_counts_only_if_nothing_else_is_entered_in_between(
    place: str, between: Sequence[Key], leaves: bool
) -> None:
    sitting = at_night(place, Leave(5), *between, Leave(5))
    assert (Leave(5) in [answer for _, answer in sitting.answers]) == leaves


@pytest.mark.parametrize("place", PLACES)
def test_a_departure_that_is_entered_again_only_in_the_next_call_does_not_count(place: str) -> None:
    calm = Sitting(SETUP, QUIET)
    calm.play()
    sitting = Sitting(SETUP, QUIET)
    first, second = [
        calm.opened(call) + 1.0 if place == "in a window" else calm.closed(call) + 0.1 for call in ("seer", "wolves")
    ]
    sitting.key(first, Leave(5))
    sitting.key(second, Leave(5))
    sitting.play()
    asked = [text for _, _, text in sitting.senses.secret if "Le numéro 5 quitte la partie ?" in text]
    asked += [told for told in sitting.public() if "Le numéro 5 quitte la partie ?" in told]
    assert len(asked) == 2
    assert Leave(5) not in [answer for _, answer in sitting.answers]


@given(st.lists(st.tuples(st.floats(0.0, 2 * CALM), st.sampled_from("ab")), min_size=1))
def test_a_reason_is_told_when_it_changes_or_after_a_quiet_and_never_else(entries: list[tuple[float, str]]) -> None:
    repetition, now, before = Repetition(), 0.0, ""
    for after, reason in entries:
        now += after
        due = reason != before or after >= CALM
        assert repetition.fresh(reason, now) == due or after == pytest.approx(CALM)
        before = reason
