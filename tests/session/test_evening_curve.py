"""Nights grow lower and slower as deaths mount that everybody knows of; days are told alike."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from narrator.core.effects import News, Topic
from narrator.session.game_state import Facts
from narrator.session.narration import LOWEST, OPENLY, SLOWEST, Telling, telling

tables = st.integers(4, 40).flatmap(lambda players: st.tuples(st.just(players), st.integers(0, players - 1)))


def night(players: int, dead: int, cards: bool = False) -> Telling:
    """Return how a night is told after so many deaths."""
    facts = Facts(players, night=2, asleep=True)
    for seat in range(players, players - dead, -1):
        facts.note(News(topic=Topic.DEATH, seat=seat))
        if cards:
            facts.note(News(topic=Topic.CARD, seat=seat, card="voyante"))
    return telling(facts, closed=True)


@given(tables)
def test_with_every_death_a_night_is_at_least_as_low_and_as_slow(table: tuple[int, int]) -> None:
    players, dead = table
    before, after = night(players, dead), night(players, dead + 1)
    assert LOWEST <= after.gain <= before.gain <= 0
    assert 1 <= before.pauses <= after.pauses <= SLOWEST


@given(st.integers(4, 40))
def test_the_first_night_is_told_as_the_day_and_the_last_is_the_darkest(players: int) -> None:
    assert night(players, 0) == OPENLY
    assert night(players, players - 1) == Telling(LOWEST, SLOWEST)
    assert night(players, 1) != OPENLY


@given(tables)
def test_which_cards_the_dead_showed_changes_nothing(table: tuple[int, int]) -> None:
    assert night(*table) == night(*table, cards=True)


@given(tables)
def test_to_open_eyes_everything_is_told_alike(table: tuple[int, int]) -> None:
    players, dead = table
    assert telling(Facts(players, dead=dict.fromkeys(range(1, dead + 1))), closed=False) == OPENLY
