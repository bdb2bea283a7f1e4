"""Law 1: what the ear hears until the dawn call is public. Deals and secret answers make no sound."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from evenings import Evening, Pair, pairs
from hypothesis import Phase, assume, find, given, settings
from leaks import COUNT_LEAKS, LEAKS, MEMORY_LEAKS, Leaky, Spoil
from tables import NIGHT_GAMES, runs, sampled

from narrator.rules.core.effects import Effect, Pause, Say, Scene, Window

ALL_LEAKS = LEAKS | COUNT_LEAKS | MEMORY_LEAKS


def heard_alike(pair: Pair, spoil: Callable[[], Spoil] | None = None) -> bool | None:
    """Whether both tables sound the same to the last night's dawn call; None where a game ended before.

    That somebody sings is public: where one table alone can, they are not compared.
    """
    one, other = (
        Evening(setup, pair.history, secret).run(Leaky(setup, spoil()) if spoil else None)
        for setup, secret in zip((pair.one, pair.other), pair.secrets, strict=True)
    )
    if one is None or other is None or sung(one) != sung(other):
        return None
    return audible(one) == audible(other)


def sung(effects: list[Effect]) -> bool:
    return any(isinstance(effect, Say) and effect.line == "hymn.sung" for effect in effects)


def audible(effects: list[Effect]) -> list[Effect]:
    return [effect for effect in effects if isinstance(effect, Say | Pause | Scene | Window)]


@pytest.mark.parametrize("game", sampled(NIGHT_GAMES))
def test_nothing_secret_is_heard_before_the_dawn_call(game: str) -> None:
    @settings(max_examples=runs(3000, tenths=0.6))
    @given(pairs(game))
    def nothing_is_heard(pair: Pair) -> None:
        alike = heard_alike(pair)
        assume(alike is not None)
        assert alike

    nothing_is_heard()


@pytest.mark.thorough
@pytest.mark.parametrize("spoil", ALL_LEAKS.values(), ids=ALL_LEAKS)
def test_an_engine_that_leaks_is_caught(spoil: Callable[[], Spoil]) -> None:
    search = settings(max_examples=3000, phases=[Phase.generate], database=None)
    find(
        pairs("thiercelieux"), lambda pair: heard_alike(pair, spoil) is False, settings=search
    )  # raises: it is not heard
