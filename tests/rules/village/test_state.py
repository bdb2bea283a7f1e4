"""A table is dealt by its key; what a game knows of it from its first line on, and what it keeps of a night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from unittest.mock import patch

from hypothesis import given, settings
from hypothesis import strategies as st
from players import Players, game, setups
from tables import runs, table, written

from narrator.rules.core.effects import Effect, News, Topic
from narrator.rules.core.play import play
from narrator.rules.core.secrets import Secret
from narrator.rules.village.game import VillageSetup
from narrator.rules.village.state import HUNTERS, SecretHistory, Tonight
from narrator.rules.village.table import VILLAGE, WOLVES, CauseOfDeath, Role


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
    with patch("narrator.rules.village.state.SecretHistory", Blank):
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


def decided(key: bytes, fixed: tuple[tuple[str, ...], tuple[str, ...]] | None = None) -> VillageSetup:
    """Decide on six seats with two cards left in the centre."""
    return VillageSetup(
        game="hamlet",
        players=6,
        roles=(Role(card="wolf", camp=WOLVES), Role(card="thief", camp=VILLAGE, powers=("thief",))),
        hand=(("wolf", 7), ("thief", 1)),
        calls_first=(),
        calls_every=(),
        windows={},
        key=Secret(key),
        fixed=None if fixed is None else Secret(fixed),
    )


def test_every_card_of_the_composition_is_dealt_once_and_the_rest_stays_in_the_centre() -> None:
    seats, centre = decided(b"key").dealt()
    assert (len(seats), len(centre)) == (6, 2)
    assert Counter((*seats, *centre)) == {"wolf": 7, "thief": 1}


def test_the_deal_is_the_key_s_alone() -> None:
    deals = {decided(bytes([number])).dealt()[0] for number in range(40)}
    assert decided(b"key").dealt() == decided(b"key").dealt()
    assert len(deals) == 7, "six seats and the centre: the thief comes everywhere"


def test_a_deal_that_was_decided_elsewhere_is_that() -> None:
    fixed = (("thief", *5 * ("wolf",)), ("wolf", "wolf"))
    assert decided(b"key", fixed).dealt() == fixed


def test_a_table_knows_who_hunts_and_who_carries_a_power() -> None:
    table = decided(b"key")
    assert table.hunters == frozenset({"wolf"})
    assert (table.card_with("thief"), table.card_with("seer")) == ("thief", None)


def test_it_begins_with_a_welcome_or_with_the_deal() -> None:
    setup = table("loup-garou villageois villageois villageois voyante")
    begun = [written(play(replace(setup, prologue=prologue), []).effects) for prologue in (True, False)]
    assert ["Say(line='welcome'" in "\n".join(effects) for effects in begun] == [True, False]
