"""The decks that a player has saved under a name: kept beside the settings, by game, as compositions are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from narrator import plain_yaml
from narrator.app.choosing.last_evening import last_evening
from narrator.app.equipment import log
from narrator.app.prepared_game import PreparedGame
from narrator.app.settings import write_whole
from narrator.resources import name_of, settings_folder
from narrator.setup.deck_odds import read_odds
from narrator.setup.decks import KnownDecks
from narrator.setup.setup_answers import SetupAnswers
from narrator.story.rules import VillageRules
from narrator.story.sentences import reason, to_user

FILE = "decks.yaml"


def with_decks(asked: SetupAnswers, prepared: PreparedGame) -> SetupAnswers:
    """Return what was asked for with the decks that are known; the name of one's own stands for its cards."""
    decks = known_decks(prepared)
    return replace(asked, decks=decks, roles=decks.owned(asked.roles or "") or asked.roles)


def known_decks(prepared: PreparedGame) -> KnownDecks:
    """Return the player's own decks, the last one that was played, and how those of the pack went in rehearsals."""
    rules, game, last = prepared.pack.rules, name_of(prepared.pack.path), last_evening()
    # Its cards were typed in the words of its language.
    before = last.roles if last is not None and (last.game, last.language) == (game, prepared.language) else None
    odds = read_odds(prepared.pack.path, rules) if isinstance(rules, VillageRules) else None
    return KnownDecks(saved_decks(game), before, odds)


def keep_decks(prepared: PreparedGame, decks: Mapping[str, str]) -> None:
    """Keep the decks of a game, whole or not at all; where they cannot be written it is said, and all goes on."""
    try:
        write_whole(settings_folder() / FILE, {**_kept(), name_of(prepared.pack.path): dict(decks)})
    except OSError as error:
        log(to_user("play.decks_unkept", detail=reason(error)))


def saved_decks(game: str) -> dict[str, str]:
    """Return the decks of a game by their names; none where nothing is kept, or it cannot be read."""
    kept = _kept().get(game)
    if not isinstance(kept, dict):
        return {}
    return {name: roles for name, roles in kept.items() if isinstance(name, str) and isinstance(roles, str)}


def _kept() -> dict[object, object]:
    try:
        written = plain_yaml.read_file(settings_folder() / FILE)
    except (OSError, ValueError):
        return {}
    return written if isinstance(written, dict) else {}
