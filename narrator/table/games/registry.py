"""The engines, by the name that a pack gives: `engine: village`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from narrator.base.sentences import to_user
from narrator.packs.rules import EngineFacts, UnknownEngineError
from narrator.table.games.cuba_engine import CubaEngine
from narrator.table.games.engine import EveningPart, Founded, GameEngine, checked
from narrator.table.games.village_engine import VillageEngine
from narrator.table.journal.journal import JournalError

VILLAGE, CUBA = "village", "cuba"
ENGINES: Mapping[str, GameEngine] = {VILLAGE: VillageEngine(), CUBA: CubaEngine()}


def engine_of(name: str) -> GameEngine:
    """Return an engine by its name.

    Raises:
        UnknownEngineError: there is none.
    """
    if name not in ENGINES:
        raise UnknownEngineError(name, ENGINES)
    return ENGINES[name]


def engine_facts(name: str) -> EngineFacts:
    """Return what a pack must know of an engine.

    Raises:
        UnknownEngineError: there is no such engine.
    """
    return engine_of(name).facts()


def restored(header: Mapping[str, Any]) -> Founded:
    """Return the game that a journal's header tells, whatever its engine.

    Raises:
        JournalError: the header is damaged, or tells of what this narrator does not know.
    """
    try:
        return engine_of(str(header["engine"])).restored(header)
    except UnknownEngineError as error:
        raise JournalError(str(error)) from None
    except (LookupError, TypeError, ValueError, OverflowError):
        raise JournalError(to_user("journal.unsound")) from None  # what it says may be a secret


def evening_of(header: Mapping[str, Any]) -> EveningPart:
    """Return what a journal's header tells besides its set-up.

    Raises:
        JournalError: it is damaged.
    """
    try:
        return checked(EveningPart, header)
    except ValueError:
        raise JournalError(to_user("journal.unsound")) from None
