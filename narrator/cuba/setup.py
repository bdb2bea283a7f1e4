"""The set-up of Mafia de Cuba: its table, from which the game begins."""

from __future__ import annotations

from narrator.core.play import Play
from narrator.cuba.cuba_table import CubaTable
from narrator.cuba.game import game


class CubaSetup(CubaTable):
    """One game of Mafia de Cuba, from its table on."""

    def begin(self) -> Play[str]:
        """Start the game from its first word."""
        return game(self)
