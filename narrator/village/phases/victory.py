"""Who has won, in the order of the rulings: nobody alive, the last two are mixed lovers, then the camps."""

from __future__ import annotations

from narrator.village.state import VillageState
from narrator.village.table import VILLAGE, WOLVES

LOVERS, NOBODY = "lovers", "nobody"
OUTCOMES = (VILLAGE, WOLVES, LOVERS, NOBODY)


class VillageOver(Exception):  # noqa: N818 - not an error: the way out of whatever the table was in the middle of
    """The game is over."""

    def __init__(self, outcome: str) -> None:
        self.outcome = outcome


def winner(state: VillageState) -> str | None:
    """Return the outcome, or None while the game goes on. Camp counts suffice to know a mixed couple."""
    living = len(state.living)
    wolves = sum(map(state.is_wolf, state.living))
    others = living - wolves
    if not living:
        return NOBODY
    if not state.hunters_known:
        return None
    if living == 2 and wolves == 1 and set(state.living) == set(state.lovers):
        return LOVERS
    if not wolves:
        return VILLAGE
    enough = {"no": not others, "yes": wolves >= others, "majority": wolves > others}
    if enough[state.options.parity]:
        return WOLVES
    return None


def check(state: VillageState) -> None:
    """End the game where somebody has won.

    Raises:
        Over: with the outcome.
    """
    outcome = winner(state)
    if outcome is not None:
        raise VillageOver(outcome)
