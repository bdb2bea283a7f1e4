"""Who leads a game."""

from __future__ import annotations

from enum import Enum


class Mode(Enum):
    """Who leads: a person with open eyes, or nobody."""

    MENEUR = "meneur"
    JOUEUR = "joueur"
