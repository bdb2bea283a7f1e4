"""What one night decides, and what is kept for the story, which changes nothing before the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import takewhile
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from tables import runs

from narrator.core.effects import Effect, News, Topic
from narrator.village.game import VillageSetup
from narrator.village.state import HUNTERS, SecretHistory, Tonight
from narrator.village.table import CauseOfDeath


class Blank(SecretHistory):
    """One that keeps nothing."""

    def done(self, line: str, *seats: int) -> None:
        """Forget a deed."""

    def seen(self, night: int, seat: int) -> None:
        """Forget whom somebody saw through."""

    def died(self, dead: Iterable[tuple[int, CauseOfDeath]]) -> None:
        """Forget deaths."""


@contextmanager
def nothing_kept() -> Iterator[None]:
    with patch("narrator.village.state.SecretHistory", Blank):
        yield


def until_the_outcome(effects: Iterable[Effect]) -> list[Effect]:
    """Return what happens before the outcome is told."""
    return [*takewhile(lambda it: not (isinstance(it, News) and it.topic is Topic.OUTCOME), effects)]


@settings(max_examples=runs(1000))
@given(setups(), st.integers(0, 2**32), st.sampled_from((0.0, 0.05)))
def test_a_narrator_who_keeps_nothing_tells_the_same_until_the_outcome(
    setup: VillageSetup, seed: int, leaving: float
) -> None:
    kept, _, _ = game(setup, Players(setup, seed, leaving=leaving))
    with nothing_kept():
        forgotten, _, _ = game(setup, Players(setup, seed, leaving=leaving))
    assert until_the_outcome(kept) == until_the_outcome(forgotten)


def test_whom_somebody_saw_tonight_is_forgotten_but_for_some_seats() -> None:
    history = SecretHistory()
    for night, seat in ((1, 3), (2, 3), (2, 4)):
        history.seen(night, seat)
    history.forget_sights(2, but=(4,))
    assert history.sights == [(1, 3), (2, 4)]


def test_who_is_attacked_twice_is_one_victim_in_the_order_of_the_calls() -> None:
    tonight = Tonight(attacks={HUNTERS: 4, "whitewolf": 2, "bigwolf": 4})
    assert tonight.victims == (4, 2)


def test_no_night_shares_anything_with_another() -> None:
    Tonight().attacks[HUNTERS] = 1
    assert Tonight().victims == ()
