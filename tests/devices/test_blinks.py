"""Blinks: the number can be counted, and nothing else of them depends on it."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from narrator.devices.blinks import GROUP, OFF, ON, Blinks

counts = st.integers(0, 40).flatmap(lambda most: st.tuples(st.integers(0, most), st.just(most)))
twins = st.integers(0, 40).flatmap(lambda most: st.tuples(st.integers(0, most), st.integers(0, most), st.just(most)))


def switched(blinks: Blinks) -> list[float]:
    """Return every time at which the light is switched."""
    times: list[float] = []
    at = blinks.next(0.0)
    while at is not None:
        times.append(at)
        at = blinks.next(at)
    return times


def seen(blinks: Blinks) -> list[tuple[float, float]]:
    """Return from when to when somebody who looks sees the light."""
    times = [0.0, *switched(blinks), blinks.seconds]
    spans = [(begin, end) for begin, end in pairwise(times) if blinks.lit((begin + end) / 2)]
    assert all(blinks.lit(begin) for begin, _ in spans)
    return spans


@given(counts)
def test_whoever_counts_gets_the_number(numbers: tuple[int, int]) -> None:
    count, most = numbers
    assert len(seen(Blinks(count, most))) == count


@given(counts)
def test_each_blink_is_long_enough_to_be_seen_and_apart_from_the_next(numbers: tuple[int, int]) -> None:
    spans = seen(Blinks(*numbers))
    assert all(end - begin == pytest.approx(ON) for begin, end in spans)
    gaps = [after[0] - before[1] for before, after in pairwise(spans)]
    assert all(gap >= OFF - 1e-9 for gap in gaps)
    assert [place for place, gap in enumerate(gaps, start=1) if gap > OFF + 1e-9] == [
        place for place in range(1, len(spans)) if place % GROUP == 0
    ]


@given(twins)
def test_length_and_switching_do_not_depend_on_the_number(numbers: tuple[int, int, int]) -> None:
    one, other, most = numbers
    first, second = Blinks(one, most), Blinks(other, most)
    assert first.seconds == second.seconds
    assert switched(first) == switched(second)


@given(counts)
def test_it_is_dark_before_and_after(numbers: tuple[int, int]) -> None:
    blinks = Blinks(*numbers)
    assert not blinks.lit(0.0)
    assert not blinks.lit(blinks.seconds)
    assert all(at < blinks.seconds for at in switched(blinks))


@pytest.mark.parametrize("count", [-1, 9])
def test_there_are_no_more_blinks_than_seats(count: int) -> None:
    with pytest.raises(ValueError, match="of 8"):
        Blinks(count, 8)
