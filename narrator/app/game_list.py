"""Every game that can be played: for `narrator games`, with how many may play, and for the question which one."""

from __future__ import annotations

import sys

from narrator.app.equipment import log
from narrator.resources import FIRST, games
from narrator.story.diagnostics import PackError
from narrator.story.pack import load_pack
from narrator.story.words import Words


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


def games_in(language: str) -> dict[str, Words]:
    """Return the words of the games that can be played in a language, by name; the usual one first."""
    found = {}
    for name, path in sorted(games().items(), key=lambda game: game[0] != FIRST):
        try:
            found[name] = load_pack(path, [language]).words[language]
        except PackError as error:
            log(f"{name} is left out: {error}")
    return found
