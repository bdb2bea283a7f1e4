"""The hunt: who hunts and who is hunted, who sits next to whom, and which attacks of a night land.

The side of a player may change; what is on his card does not. The seer looks at the card, everybody else at the side.
All attacks land at dawn, at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from narrator.village.state import VillageState
from narrator.village.table import LONERS, VILLAGE, WOLVES

if TYPE_CHECKING:
    from narrator.village.game import VillageSetup


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


ATTACKERS = ("bigwolf", "whitewolf")
"""The powers that attack besides the hunters together."""

SEVERAL = "attack.several"
"""What is shown to who may heal one of several: a power that attacks besides the hunters has words for it."""


def several(setup: VillageSetup) -> bool:
    """Whether, in this composition, more than one player may be attacked in one night."""
    return not setup.powers.isdisjoint(ATTACKERS)


def guarded(state: VillageState, seat: int) -> bool:
    """Whether a protector covers a player tonight; the defender not the girl, unless the option says so."""
    uncovered = () if state.options.girl_protected else state.carriers("girl")
    guards = state.tonight.guards
    return any(guards[power] == seat and not (power == "defender" and seat in uncovered) for power in guards)


def stopped(state: VillageState, seat: int) -> bool:
    """Whether an attack on a player is cancelled: he is healed, or guarded."""
    return seat in state.tonight.healed or guarded(state, seat)
