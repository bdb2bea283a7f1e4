"""The set-up of a night-and-day game: its table, from which the game begins."""

from __future__ import annotations

from narrator.core.play import Play
from narrator.village.game import game
from narrator.village.table import VillageTable


class VillageSetup(VillageTable):
    """One night-and-day game, from its table on."""

    def begin(self) -> Play[str]:
        """Start the game from its first word."""
        return game(self)
