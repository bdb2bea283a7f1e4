"""`narrator games`: every game that can be played, with how many may play."""

from __future__ import annotations

import sys

from narrator.resources import games
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack


def list_games(language: str) -> int:
    """Print every game with its players and a line about it."""
    for name, path in games().items():
        try:
            pack = load_pack(path)
        except PackError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        limits = pack.rules.players
        words = pack.words.get(language) or next(iter(pack.words.values()))
        print(f"{name:14} {limits.least:>2}–{limits.most:<2}  {words.summary}")
    return 0
