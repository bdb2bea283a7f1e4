"""Answers made of presses: what is counted for a question, and what presses at its items make."""

from __future__ import annotations

from narrator.core.answers import (
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
    Number,
    Seats,
    seat,
)
from narrator.session.presses import Presses, Sign, items_of

ONE = Choices(kind=Kind.SEATS, seats=(2, 3, 5), words=(NOBODY, SILENT))
TWO = Choices(kind=Kind.SEATS, seats=(1, 2, 3), count=(2, 2), words=(SILENT,))


def pressed(choices: Choices, *items: object) -> list[object]:
    """Return what each press in turn makes."""
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
