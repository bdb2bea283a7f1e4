"""Who has won, in the order of the rulings: nobody alive, the last two are mixed lovers, then the camps."""

from __future__ import annotations

from narrator.village.setup import VILLAGE, WOLVES
from narrator.village.table import Table

LOVERS, NOBODY = "lovers", "nobody"
OUTCOMES = (VILLAGE, WOLVES, LOVERS, NOBODY)


class Over(Exception):  # noqa: N818 - not an error: the way out of whatever the table was in the middle of
    """The game is over."""

    def __init__(self, outcome: str) -> None:
        super().__init__(outcome)
        self.outcome = outcome


def winner(table: Table) -> str | None:
    """Return the outcome, or None while the game goes on. Camp counts suffice to know a mixed couple."""
    living = len(table.living)
    wolves = sum(map(table.is_wolf, table.living))
    others = living - wolves
    if not living:
        return NOBODY
    if not table.hunters_known:
        return None
    if living == 2 and wolves == 1 and set(table.living) == set(table.lovers):
        return LOVERS
    if not wolves:
        return VILLAGE
    enough = {"no": not others, "yes": wolves >= others, "majority": wolves > others}
    if enough[table.options.parity]:
        return WOLVES
    return None


def check(table: Table) -> None:
    """End the game where somebody has won.

    Raises:
        Over: with the outcome.
    """
    outcome = winner(table)
    if outcome is not None:
        raise Over(outcome)
