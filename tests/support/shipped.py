"""The games that the house brings along: each is read once in a process, for tests change nothing of what it holds."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from narrator.base.resources import folder
from narrator.packs.pack import Pack, load_pack


def shipped(game: str | Path = "thiercelieux") -> Pack:
    """Return a game, by its name or its folder, with its words in every language."""
    return _read(Path(game).name)


@cache
def _read(name: str) -> Pack:
    return load_pack(folder("scripts") / name)
