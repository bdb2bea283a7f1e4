"""The games on this machine: their journals, in the player's own data folder, for his eyes alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from narrator.resources import user_folder
from narrator.session.journal import Journal, JournalError

SUFFIX = ".journal"


@dataclass(frozen=True)
class Kept:
    """A game that was kept: its id, its header, and its outcome once it is over."""

    id: str
    header: dict[str, Any]
    outcome: str | None


def folder() -> Path:
    """Return the folder of the journals, which need not exist."""
    return user_folder() / "games"


def path_of(game_id: str) -> Path:
    """Return where the journal of a game lies.

    Raises:
        JournalError: that is no id of a game.
    """
    if not game_id or "/" in game_id or game_id.startswith("."):
        raise JournalError(f"{game_id!r} is no game: its id looks like 20260131-204500")
    path = folder() / f"{game_id}{SUFFIX}"
    if not path.is_file():
        raise JournalError(f"there is no game {game_id} on this machine: without an id, the latest one is taken")
    return path


def new_path(now: datetime) -> Path:
    """Return where to put the journal of a game that begins now."""
    stamp = now.strftime("%Y%m%d-%H%M%S")
    path, twin = folder() / f"{stamp}{SUFFIX}", 1
    while path.exists():
        twin += 1
        path = folder() / f"{stamp}-{twin}{SUFFIX}"
    return path


def kept() -> Iterator[Kept]:
    """Return the games on this machine, the latest first; what cannot be read is passed over."""
    for path in sorted(folder().glob(f"*{SUFFIX}"), reverse=True):
        try:
            with Journal.reopen(path) as journal:
                yield Kept(path.stem, journal.header(), journal.record().outcome)
        except (JournalError, ValueError):
            continue


def latest_unfinished() -> Kept | None:
    """Return the latest game that was not played to its end."""
    return next((game for game in kept() if game.outcome is None), None)


def latest_finished() -> Kept | None:
    """Return the latest game that was played to its end."""
    return next((game for game in kept() if game.outcome is not None), None)
