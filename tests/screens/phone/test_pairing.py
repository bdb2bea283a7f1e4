"""Pairing: the code lets one page in, and guessing it is not worth while."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.evening.rehearsal.virtual_table import VirtualClock
from narrator.screens.phone.pairing import (
    BURNS,
    DIGITS,
    FREE,
    LONGEST_LOCK,
    Admitted,
    Pairing,
    Refused,
    fresh_code,
    fresh_link,
)

CODE = "482913"
PHONE = "192.168.1.7"


def admitted(pairing: Pairing, code: str = CODE, sender: str = PHONE) -> str:
    outcome = pairing.attempt(code, sender)
    assert isinstance(outcome, Admitted)
    return outcome.secret


def wait_after(pairing: Pairing, sender: str = PHONE) -> float:
    outcome = pairing.attempt("000000", sender)
    assert isinstance(outcome, Refused)
    assert outcome.reason == "wrong"
    return outcome.seconds


@pytest.fixture
def pairing() -> Pairing:
    return Pairing(VirtualClock().now, CODE)


def test_the_code_gives_the_table_to_one_page_which_alone_holds_its_secret(pairing: Pairing) -> None:
    secret = admitted(pairing)
    assert pairing.holds(secret)
    assert not pairing.holds(secret[:-1])
    assert not pairing.holds("")


def test_the_table_is_given_once_even_to_the_right_code(pairing: Pairing) -> None:
    admitted(pairing)
    assert pairing.attempt(CODE, PHONE) == Refused("taken")


def test_nothing_holds_before_anybody_was_admitted() -> None:
    assert not Pairing(VirtualClock().now, CODE).holds("")


def test_after_some_slips_each_wrong_code_locks_its_sender_out_for_longer() -> None:
    clock = VirtualClock()
    pairing = Pairing(clock.now, CODE)
    waits = []
    for _ in range(FREE + 3):
        waits.append(wait_after(pairing))
        clock.sleep(waits[-1])
    assert waits == [0.0] * (FREE - 1) + [1.0, 2.0, 4.0, 8.0]


def test_who_is_locked_out_is_not_listened_to_even_with_the_right_code() -> None:
    clock = VirtualClock()
    pairing = Pairing(clock.now, CODE)
    wait = [wait_after(pairing) for _ in range(FREE)][-1]
    clock.advance(wait - 0.01)
    assert pairing.attempt(CODE, PHONE) == Refused("locked", 1.0)
    clock.advance(wait)
    admitted(pairing)


def test_a_guesser_does_not_lock_others_out(pairing: Pairing) -> None:
    for _ in range(FREE):
        wait_after(pairing, "192.168.1.66")
    admitted(pairing)


def test_many_senders_together_burn_the_code_and_a_fresh_one_admits_again(pairing: Pairing) -> None:
    for number in range(BURNS):
        wait_after(pairing, f"10.0.0.{number}")
    assert pairing.burnt
    outcome = pairing.attempt(CODE, PHONE)
    assert isinstance(outcome, Refused)
    assert outcome.reason == "locked"


def test_one_guesser_with_all_addresses_of_a_network_of_the_sixth_version_is_one(pairing: Pairing) -> None:
    waits = [wait_after(pairing, f"fd00::{number}") for number in range(1, FREE + 1)]
    assert waits[-1] > 0


@given(st.lists(st.tuples(st.integers(0, 5), st.floats(0, 2000)), max_size=60))
def test_no_sequence_of_wrong_codes_admits_or_is_heard_too_often(tries: list[tuple[int, float]]) -> None:
    clock = VirtualClock()
    pairing = Pairing(clock.now, CODE)
    looked_at = 0
    for sender, later in tries:
        clock.sleep(later)
        outcome = pairing.attempt("999999", f"10.0.0.{sender}")
        assert isinstance(outcome, Refused)
        assert 0 <= outcome.seconds <= LONGEST_LOCK
        looked_at += outcome.reason == "wrong"
    assert looked_at <= BURNS
    assert pairing.session is None


@pytest.mark.parametrize("_", range(5))
def test_a_code_is_so_many_digits(_: int) -> None:
    code = fresh_code()
    assert len(code) == DIGITS
    assert code.isdecimal()


LINK = fresh_link()


def with_link() -> Pairing:
    return Pairing(VirtualClock().now, CODE, link=LINK)


def test_the_long_secret_admits_one_page_and_neither_it_nor_the_code_another() -> None:
    pairing = with_link()
    outcome = pairing.follow(LINK)
    assert isinstance(outcome, Admitted)
    assert pairing.holds(outcome.secret)
    assert pairing.follow(LINK) == pairing.attempt(CODE, PHONE) == Refused("taken")


def test_no_guesser_keeps_the_table_from_the_long_secret() -> None:
    pairing = with_link()
    for number in range(2 * BURNS):
        pairing.attempt("000000", f"10.0.0.{number}")
        pairing.attempt("000000", PHONE)
        pairing.follow("guess")
    assert pairing.burnt
    assert isinstance(pairing.follow(LINK), Admitted)


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_but_the_secret_itself_is_the_secret(guess: str) -> None:
    assert with_link().follow(guess) == Refused("stale") or guess == LINK


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_but_the_code_itself_is_the_code(guess: str) -> None:
    assert with_link().attempt(guess, PHONE) == Refused("wrong") or guess == CODE


def test_while_everybody_is_asleep_nothing_is_looked_at_and_nothing_counted() -> None:
    pairing = with_link()
    pairing.closed = True
    for _ in range(2 * BURNS):
        assert pairing.follow(LINK) == pairing.attempt(CODE, PHONE) == Refused("asleep")
        assert pairing.follow("guess") == pairing.attempt("000000", PHONE) == Refused("asleep")
    pairing.closed = False
    admitted(pairing)


def test_a_long_secret_has_so_many_bits_and_stands_in_an_address_as_it_is() -> None:
    drawn = {fresh_link() for _ in range(100)}
    assert len(drawn) == 100
    assert all(len(base64.urlsafe_b64decode(link + "==")) * 8 >= 128 for link in drawn)
    assert all(quote(link, safe="") == link for link in drawn)
