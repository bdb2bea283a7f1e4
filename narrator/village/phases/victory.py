"""Who has won, in the order of the rulings: nobody, the angel, mixed lovers as the last two, loners, then the camps."""

from __future__ import annotations

from narrator.village.hunt import camp
from narrator.village.powers.loners import (
    MARTYR_OUTCOME,
    PIPER_OUTCOME,
    SECTARIAN_OUTCOME,
    WHITEWOLF_OUTCOME,
    piper_wins,
    sectarian_wins,
    whitewolf_wins,
)
from narrator.village.powers.swap import SWAPPING
from narrator.village.state import VillageState
from narrator.village.table import LONERS, VILLAGE, WOLVES, Parity

LOVERS, NOBODY = "lovers", "nobody"
OUTCOMES = (VILLAGE, WOLVES, LOVERS, NOBODY)
"""The outcomes of every game."""

ALONE = {PIPER_OUTCOME: piper_wins, WHITEWOLF_OUTCOME: whitewolf_wins, SECTARIAN_OUTCOME: sectarian_wins}
"""Who wins alone where the game goes on otherwise, in their order, and when."""

REASONS = (*(f"{WOLVES}.{parity.value}" for parity in Parity), VILLAGE, LOVERS, NOBODY)
"""Why a game of camps ends as it does: the condition that was met. Who wins alone has one of his own."""


class VillageOver(Exception):  # noqa: N818 - not an error: the way out of whatever the table was in the middle of
    """The game is over."""

    def __init__(self, outcome: str) -> None:
        self.outcome = outcome


def winner(state: VillageState) -> str | None:
    """Return the outcome, or None while the game goes on. Camp counts suffice to know a mixed couple."""
    living = len(state.living)
    wolves = state.hunters_alive()
    others = living - wolves
    if not living:
        return NOBODY
    if state.risen:
        return MARTYR_OUTCOME
    if not state.hunters_known:
        return None
    if living == 2 and set(state.living) == set(state.lovers) and len({camp(state, seat) for seat in state.living}) > 1:
        return LOVERS
    for outcome, wins in ALONE.items() if not state.setup.powers.isdisjoint(LONERS) else ():
        if wins(state):
            return outcome
    if not wolves:
        return None if _may_still_hunt(state) else VILLAGE
    enough = {Parity.NO: not others, Parity.YES: wolves >= others, Parity.MAJORITY: wolves > others}
    return WOLVES if enough[state.options.parity] else None


def reason(state: VillageState, outcome: str) -> str:
    """Return which condition was met. It follows from the outcome and the options, which everybody knows."""
    return f"{outcome}.{state.options.parity.value}" if outcome == WOLVES else outcome


def _may_still_hunt(state: VillageState) -> bool:
    """Whether somebody is to take a card from the centre, on the first night, and may take a hunter's."""
    return (
        not state.night
        and not state.setup.hunters.isdisjoint(state.centre)
        and any(state.holders(power) for power in SWAPPING)
    )


def check(state: VillageState) -> None:
    """End the game where somebody has won.

    Raises:
        VillageOver: with the outcome.
    """
    outcome = winner(state)
    if outcome is not None:
        raise VillageOver(outcome)
