"""The set-up of a night-and-day game: a table that can begin its game, with what is decided there."""

from __future__ import annotations

from narrator.core.modes import Mode, Wordiness
from narrator.core.play import Play
from narrator.village.game import game
from narrator.village.table import (
    VILLAGE,
    WOLVES,
    CauseOfDeath,
    Deal,
    Occasion,
    Options,
    Reveal,
    Role,
    VillageTable,
)

__all__ = [
    "VILLAGE",
    "WOLVES",
    "CauseOfDeath",
    "Deal",
    "Mode",
    "Occasion",
    "Options",
    "Reveal",
    "Role",
    "VillageSetup",
    "Wordiness",
]


class VillageSetup(VillageTable):
    """One night-and-day game, from its table on."""

    def begin(self) -> Play[str]:
        """Start the game from its first word."""
        return game(self)
