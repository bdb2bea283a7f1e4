"""The list of games: printed by `narrator games`, and offered when players choose one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import count
from pathlib import Path

from narrator.base.diagnostics import PackError
from narrator.base.resources import FIRST, UnknownGameError, games, pack_path
from narrator.evening.app.settings import log
from narrator.packs.pack import Pack, load_pack
from narrator.packs.rules import Rules
from narrator.packs.words import Words
from narrator.rules.core.answers import Text
from narrator.rules.core.effects import Form, Term
from narrator.table.inbox.entry import Misread, Reply
from narrator.table.language.offered_answers import titles, typed
from narrator.table.setup.composition import CompositionFault, table_faults


def list_games(language: str) -> None:
    """Print every game with its number before a game in that language, its players and a line about it."""
    numbers = count(1)
    in_order = _in_order()
    width = max(len(name) for name, _ in in_order)
    for name, path in in_order:
        try:
            pack = load_pack(path)
        except PackError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        limits = pack.rules.players
        number = f"{next(numbers)}." if language in pack.words else ""
        words = pack.words.get(language) or next(iter(pack.words.values()))
        print(f"{number:3} {name:{width}} {limits.least:>2}–{limits.most:<2}  {words.summary}")


def packs_in(language: str) -> dict[str, Pack]:
    """Return the games that can be played in a language, by name; the usual one first."""
    found = {}
    for name, path in _in_order():
        try:
            found[name] = load_pack(path, [language])
        except PackError as error:
            log(f"{name} is left out: {error}")
    return found


def games_in(language: str) -> dict[str, Words]:
    """Return the words of these games."""
    return {name: pack.words[language] for name, pack in packs_in(language).items()}


def packs_for(packs: Mapping[str, Pack], players: int) -> dict[str, Pack]:
    """Return those of the games that so many can play."""
    return {
        name: pack
        for name, pack in packs.items()
        if not any(fault.error for fault in table_faults(pack.rules, players))
    }


def misfits(rules: Rules, language: str, players: int) -> list[CompositionFault]:
    """Tell why so many cannot play a game, and which of the others they can; nothing where they can play it."""
    faults = table_faults(rules, players)
    if not any(fault.error for fault in faults):
        return []
    fit = packs_for(packs_in(language), players)  # read only now: who named a game that fits is told of no other
    told = ", ".join(pack.words[language].title for pack in fit.values())
    terms = {"number": Term(Form.NUMBER, players), "text": Term(Form.TEXT, told)}
    return [*faults, *([CompositionFault("compose.others", terms, error=False)] if fit else [])]


def _in_order() -> list[tuple[str, Path]]:
    return sorted(games().items(), key=lambda game: game[0] != FIRST)


def game_called(text: str, language: str) -> str:
    """Return the game that somebody names: a pack's name, a folder, or what would answer the question which game.

    Raises:
        UnknownGameError: there is none; it may tell which one is meant.
    """
    try:
        pack_path(text)
    except UnknownGameError as error:
        offers = titles({name: words.title for name, words in games_in(language).items()}, language)
        match typed(text, offers):
            case Reply(answer=Text(text=name)):
                return name
            case Misread(meant=Text(text=near)):
                raise UnknownGameError(text, error.known, near) from None
        raise
    return text
