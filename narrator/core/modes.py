"""Who leads a game (`meneur`, `joueur`), and how talkative the narrator is."""

from __future__ import annotations

from enum import Enum


class Mode(Enum):
    """Who leads: a person with open eyes, or nobody."""

    MENEUR = "meneur"
    JOUEUR = "joueur"


class Wordiness(Enum):
    """How much is told: what the rules need, reactions to what all have heard too, or memories of it besides."""

    FEW = "few"
    NORMAL = "normal"
    RICH = "rich"
