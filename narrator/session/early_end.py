"""How a session ends before its game: put away, or with nobody left who can answer."""

from __future__ import annotations


class Quit(Exception):  # noqa: N818 - not an error: the players put the game away
    """The game is stored and put away."""


class Stranded(Exception):  # noqa: N818 - not an error: the last equipment is gone
    """Nobody can answer any more; the game is stored."""
