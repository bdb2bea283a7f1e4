"""Sides: who hunts now and who is hunted, which cards stand in between, and who sits next to whom.

The side of a player may change; what is on his card does not. The seer looks at the card, everybody else at the side.
"""

from __future__ import annotations

from narrator.village.state import VillageState
from narrator.village.table import LONERS, VILLAGE, WOLVES


def camp(state: VillageState, seat: int) -> str:
    """Return with whom a player wins now: with a side, or alone, under the name of his power."""
    side = WOLVES if state.is_wolf(seat) else VILLAGE
    return next((loner for loner in LONERS if seat in state.holders(loner)), side)


def of_the_hunted(state: VillageState, seat: int) -> bool:
    """Whether a player's card, as far as it is known, is one of the hunted."""
    card = state.cards.get(seat)
    return not state.is_wolf(seat) if card is None else state.setup.camp_shown(card) == VILLAGE


def neighbours(state: VillageState, seat: int) -> tuple[int, ...]:
    """Return the nearest living players on both sides of a seat, each once."""
    circle = _clockwise(state, seat)
    return tuple(dict.fromkeys((*circle[-1:], *circle[:1])))


def next_hunter(state: VillageState, seat: int) -> int | None:
    """Return the first living player clockwise from a seat who hunts."""
    return next(filter(state.is_wolf, _clockwise(state, seat)), None)


def _clockwise(state: VillageState, seat: int) -> tuple[int, ...]:
    """Return the other living players in the order in which they sit from this seat on."""
    after = tuple(other for other in state.living if other > seat)
    return (*after, *(other for other in state.living if other < seat))
