"""The attacks of a night: how many there may be, and which guards stop them. They land at dawn, all at once."""

from __future__ import annotations

from narrator.village.state import VillageState
from narrator.village.table import VillageTable

ATTACKERS = ("bigwolf", "whitewolf")
"""The powers that attack besides the hunters together."""

SEVERAL = "attack.several"
"""What is shown to who may heal one of several: a power that attacks besides the hunters has words for it."""


def several(setup: VillageTable) -> bool:
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
