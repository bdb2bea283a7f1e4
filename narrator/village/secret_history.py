"""Secret deeds, kept for the story that is told after the outcome.

Nothing that happens before the outcome depends on it. So two games that differ in it alone go on alike until then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from narrator.village.table import CauseOfDeath


class SecretHistory:
    """What was done in secret, and by what everybody died.

    `deeds` are lines of the epilogue with the seats that they name; `sights` are the nights in which somebody was seen
    through, and whom; `deaths` are all that died, with the cause. Each is in the order in which it happened.
    """

    def __init__(self) -> None:
        self.deeds: list[tuple[str, tuple[int, ...]]] = []
        self.sights: list[tuple[int, int]] = []
        self.deaths: list[tuple[int, CauseOfDeath]] = []

    def done(self, line: str, *seats: int) -> None:
        """Keep a deed, and whom it touched."""
        self.deeds.append((line, seats))

    def seen(self, night: int, seat: int) -> None:
        """Keep whom somebody saw through."""
        self.sights.append((night, seat))

    def died(self, dead: Iterable[tuple[int, CauseOfDeath]]) -> None:
        """Keep deaths."""
        self.deaths += dead

    def forget_sights(self, night: int, *, but: Collection[int]) -> None:
        """Forget whom somebody saw in this night, these seats excepted."""
        self.sights = [(when, seat) for when, seat in self.sights if when != night or seat in but]
