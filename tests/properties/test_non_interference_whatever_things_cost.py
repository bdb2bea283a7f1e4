"""Law 7: no disk or private screen moves what all hear and see at night, however long each takes at each table."""

from __future__ import annotations

import pytest
from accounts import difference
from costly_parties import Seat, Tariff, phone, terminal
from costs import EVERYTHING, Cost, UnyieldingMeter
from hypothesis import event, given, settings
from hypothesis import strategies as st
from tables import NIGHT_GAMES, runs, sampled
from test_non_interference_at_the_table import KINDS, Found, Twins, notices, twins

ALIKE = tuple(kind for kind in KINDS if kind not in ("cut", "quit"))
"""What happens in public, while the program runs: where power fails depends on what was on disk by then, and so on the
disk; and a program that starts again takes as long as that takes.
"""

SEEDS = st.tuples(st.integers(0, 2**32), st.integers(0, 2**32))


def unled(kinds: tuple[str, ...] = ALIKE, game: str = "thiercelieux") -> st.SearchStrategy[Twins]:
    """Draw two tables that nobody leads: where somebody does, his own pace is what is heard."""
    return twins(kinds, game, ("joueur",))


def compare(pair: Twins, tariff: Tariff, seat: Seat) -> Found:
    return difference(*(seat(pair, table).seated(tariff, table).play() for table in (0, 1)))


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@pytest.mark.parametrize("seat", [terminal, phone])
@settings(max_examples=runs(100, tenths=0.5))
@given(data=st.data())
def test_nothing_that_takes_time_is_heard_or_seen_by_all(seat: Seat, game: str, data: st.DataObject) -> None:
    pair, tariff = data.draw(unled(ALIKE, game)), Tariff(data.draw(SEEDS, label="what things cost"))
    compared, found = compare(pair, tariff, seat)
    event(f"{compared} nights compared")
    assert found is None


@pytest.mark.parametrize("cost", Cost, ids=lambda cost: cost.value)
@settings(max_examples=runs(60, tenths=0.5))
@given(pair=unled(), seeds=SEEDS)
def test_no_single_thing_that_takes_time_is_heard_or_seen_by_all(
    cost: Cost, pair: Twins, seeds: tuple[int, int]
) -> None:
    assert compare(pair, Tariff(seeds, frozenset({cost})), terminal)[1] is None


@pytest.mark.parametrize("cost", Cost, ids=lambda cost: cost.value)
def test_each_of_these_things_is_paid_for_in_a_night(cost: Cost) -> None:
    @settings(max_examples=3)
    @given(pair=unled(()))
    def is_paid_for(pair: Twins) -> None:
        party = terminal(pair, 0).seated(Tariff((1, 2), frozenset({cost})), 0)
        party.play()
        assert party.prices.paid

    is_paid_for()


@pytest.mark.thorough
@pytest.mark.parametrize("seat", [terminal, phone])
def test_private_work_that_the_table_waits_for_is_noticed(seat: Seat) -> None:
    assert notices(unled(()), lambda pair: compare(pair, Tariff((1, 2), EVERYTHING, UnyieldingMeter), seat))
