"""Lots are keyed hashes: the same in every process, fair enough, and blind to everything but their key."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from narrator.rules.core.keyed_draws import SERIES, drawn, number, shuffled, variant

SEEDS = st.integers(-(2**63), 2**63 - 1)

DRAWING = """
from narrator.rules.core.keyed_draws import SERIES, drawn, number, shuffled, variant
print(number(b"key", "dawn", 3), shuffled(b"key", list(range(12)), "deal"))
print(drawn(b"key", ("a", "b", "c"), "thief"), [variant(7, "dawn", n, 5) for n in range(20)])
"""


def test_lots_are_the_same_in_every_process() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", DRAWING],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for hash_seed in ("0", "1", "4242")
    }
    assert len(said) == 1
    assert said.pop().count("\n") == 2


def test_a_number_keeps_its_value_from_one_version_to_the_next() -> None:
    # A journal of last year replays only if its lots fall as they fell.
    assert number(b"key", "dawn", 3) == 3506828906104928913
    assert shuffled(b"key", "abcdef", "deal") == list("cedfba")


def test_a_variant_keeps_its_value_from_one_version_to_the_next() -> None:
    # A game taken up again after an update goes on in the words in which it began.
    assert [variant(7, "dawn", occurrence, 5) for occurrence in range(12)] == [2, 4, 0, 4, 3, 2, 3, 0, 4, 0, 4, 3]
    assert [variant(-7, "nightfall", occurrence, 3) for occurrence in range(8)] == [1, 0, 1, 2, 0, 1, 2, 0]


@given(st.binary(max_size=64), st.lists(st.integers()))
def test_a_shuffle_loses_and_adds_nothing(key: bytes, items: list[int]) -> None:
    assert Counter(shuffled(key, items, "deal")) == Counter(items)


@given(st.binary(max_size=64), st.lists(st.integers(), min_size=1))
def test_what_is_drawn_was_among_the_items(key: bytes, items: list[int]) -> None:
    assert drawn(key, items, "lot") in items


def test_every_order_of_a_small_hand_comes_up_about_as_often() -> None:
    orders = Counter(tuple(shuffled(number.to_bytes(4, "big"), "abc", "deal")) for number in range(6000))
    assert len(orders) == 6
    assert all(850 < times < 1150 for times in orders.values())


def test_another_key_or_another_purpose_draws_another_lot() -> None:
    assert number(b"one", "deal") != number(b"two", "deal")
    assert number(b"one", "deal") != number(b"one", "dawn")
    assert number(b"one", "ab", "c") != number(b"one", "a", "bc")


@given(SEEDS, st.text(max_size=20), st.integers(2, 6))
def test_a_variant_never_comes_twice_in_a_row(seed: int, line: str, variants: int) -> None:
    said = [variant(seed, line, occurrence, variants) for occurrence in range(30)]
    assert all(one != next_one for one, next_one in pairwise(said))
    assert set(said) <= set(range(variants))


@given(SEEDS, st.integers(2, 5))
def test_every_variant_is_spoken_in_the_long_run(seed: int, variants: int) -> None:
    assert {variant(seed, "dawn", occurrence, variants) for occurrence in range(120)} == set(range(variants))


@given(SEEDS, st.integers(0, 50))
def test_a_line_with_one_variant_is_said_as_it_stands(seed: int, occurrence: int) -> None:
    assert variant(seed, "dawn", occurrence, 1) == 0


def test_what_is_drawn_for_tells_one_lot_from_another() -> None:
    assert len({drawn(b"key", range(10**9), "thief", night) for night in range(8)}) == 8


def test_a_key_may_be_longer_than_the_hash_takes() -> None:
    assert number(b"k" * 65, "dawn") == number(b"k" * 64, "dawn")


@given(st.integers(1, 2**30), st.integers(0, 40), st.integers(2, 9))
def test_in_a_series_of_evenings_all_variants_come_before_one_comes_again(
    series: int, evening: int, variants: int
) -> None:
    seed = series * SERIES + evening
    said = [variant(seed, "dawn", occurrence, variants) for occurrence in range(3 * variants)]
    assert all(len({*said[at : at + variants]}) == variants for at in range(2 * variants + 1))


@given(st.integers(1, 2**30), st.integers(0, 40), st.integers(3, 12))
def test_three_evenings_of_a_series_begin_in_three_ways(series: int, evening: int, variants: int) -> None:
    begun = {variant(series * SERIES + one, "nightfall", 0, variants) for one in range(evening, evening + 3)}
    assert len(begun) == 3
