"""Law 1 where one button answers and a light shows: the count is as public as the call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest
from counted_parties import COUNTING_DRIVERS, Blinded, CountedParty, KeyedParty
from hypothesis import Phase, event, given, settings
from hypothesis import strategies as st
from leaks import COUNT_LEAKS, LEAKS, Leaky
from public_inputs import SAID
from rooms import NobodyKeysError
from tables import NIGHT_GAMES, runs, sampled
from test_non_interference_at_the_table import KINDS, SHOWN_BY, Found, Twins, notices, twins

from narrator.rules.core.play import Mode, Setup
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.table import Deal
from narrator.table.session.driver import Driver


def circles(
    kinds: tuple[str, ...] = KINDS, game: str = "thiercelieux", fixed: Mapping[str, str] = MappingProxyType({})
) -> st.SearchStrategy[Twins]:
    """Draw two tables that look the same from outside, at which nobody leads."""
    return twins(kinds, game, fixed=fixed).map(_unled)


def _unled(pair: Twins) -> Twins:
    """Let nobody lead, and nothing be said while people aim at their real cards.

    It moves the count: who misses keys another's card, and whether the cards add up is a fact that all hear.
    """
    told = pair.one.deal is Deal.CARDS
    events = tuple(event for event in pair.plan.events if event.night or not told or event.what not in SAID)
    one, other = (replace(setup, mode=Mode.JOUEUR) for setup in (pair.one, pair.other))
    return replace(pair, one=one, other=other, plan=replace(pair.plan, events=events))


def hear(
    pair: Twins,
    spoil: Callable[[VillageSetup], Setup] = lambda setup: setup,
    driver: type[Driver] = Driver,
    party: type[CountedParty] = CountedParty,
) -> Found:
    return pair.hear(spoil, driver, party)


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
@settings(max_examples=runs(300, tenths=0.6))
@given(data=st.data())
def test_nothing_secret_is_heard_where_it_is_counted(game: str, data: st.DataObject) -> None:
    compared, found = hear(data.draw(circles(game=game)))
    event(f"{compared} nights compared")
    assert found is None


@settings(max_examples=runs(200))
@given(circles(game="thiercelieux"))
def test_nothing_secret_is_heard_where_only_the_cards_that_are_shown_are_counted(pair: Twins) -> None:
    assert hear(pair, party=KeyedParty)[1] is None


@pytest.mark.thorough
def test_later_counted_nights_are_compared_too() -> None:
    reached = Counter[int]()

    @settings(max_examples=60, phases=[Phase.generate])
    @given(circles())
    def compare(pair: Twins) -> None:
        reached[hear(pair)[0]] += 1

    compare()
    assert reached[2] + reached[3] >= 5


@pytest.mark.thorough
@pytest.mark.parametrize("driver", COUNTING_DRIVERS.values(), ids=COUNTING_DRIVERS)
def test_a_driver_that_leaks_by_counting_is_noticed(driver: type[Driver]) -> None:
    assert notices(circles(()), lambda pair: hear(pair, driver=driver))


COUNTED_LEAKS = LEAKS | COUNT_LEAKS
del COUNTED_LEAKS["who is to die is called no more"]  # this double knows the witch from a leader, whom no count has


@pytest.mark.thorough
@pytest.mark.parametrize("leak", COUNTED_LEAKS)
def test_an_engine_that_leaks_is_noticed_in_a_counted_night(leak: str) -> None:
    def leaky(pair: Twins) -> Found:
        try:
            return hear(pair, spoil=lambda setup: Leaky(setup, COUNTED_LEAKS[leak]()))
        except RuntimeError as error:
            raise NobodyKeysError from error  # the double broke the game: that is not what gives it away

    assert notices(circles((), fixed=SHOWN_BY.get(leak, {})), leaky)


@pytest.mark.thorough
def test_a_light_that_keeps_the_game_waiting_is_noticed() -> None:
    assert notices(circles(()), lambda pair: hear(pair, party=Blinded))
